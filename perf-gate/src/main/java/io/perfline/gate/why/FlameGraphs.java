package io.perfline.gate.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws the flame graphs of a case: of CPU, and of whatever else a method of it uses more of. */
final class FlameGraphs {

  private FlameGraphs() {}

  static List<Graph> draw(Path folder, CaseWhy why, JfrDiff diff) throws IOException {
    List<Graph> graphs = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      FlameBox root = diff.flames(resource);
      boolean grew = why.grown().stream().anyMatch(method -> method.resource() == resource);
      if (root.width() > 0 && (grew || resource == Resource.CPU)) {
        String title = "%s per message, by method".formatted(resource.word());
        String description =
            "%s of %s: the service's methods, and what each calls of a library; %s"
                .formatted(title, why.name(), WhyText.sentence(why));
        String svg = FlameGraph.draw(root, resource, description);
        String file =
            "why-%s-%s.svg"
                .formatted(
                    why.name().replaceAll("[^A-Za-z0-9._-]", "_"),
                    resource.word().toLowerCase(Locale.ROOT));
        Files.writeString(folder.resolve(file), svg);
        graphs.add(new Graph(file, title, description, FlameGraph.width(), FlameGraph.height(svg)));
      }
    }
    return graphs;
  }
}
