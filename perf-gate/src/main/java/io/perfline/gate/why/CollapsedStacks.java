package io.perfline.gate.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The stacks of a case as {@code difffolded.pl} and other tools of flame graphs take them: frames
 * from the outermost to the innermost, then the baseline's and the candidate's amount in
 * nanoseconds or bytes, each for a thousand messages.
 */
final class CollapsedStacks {

  private static final double FOR = 1000;

  private CollapsedStacks() {}

  static void write(Path folder, String name, JfrDiff compared) throws IOException {
    for (Resource resource : Resource.values()) {
      double unit = resource == Resource.ALLOCATION ? FOR : FOR * 1000;
      double baseline = compared.aMessage(resource, false) * unit;
      double candidate = compared.aMessage(resource, true) * unit;
      List<String> lines = new ArrayList<>();
      compared
          .stacks(resource)
          .forEach(
              (stack, weights) ->
                  lines.add(
                      "%s %d %d"
                          .formatted(
                              stack.replace(' ', '_'),
                              Math.round(weights[0] * baseline),
                              Math.round(weights[1] * candidate))));
      Files.write(folder.resolve(fileName(name, resource)), lines);
    }
  }

  static String fileName(String name, Resource resource) {
    return "%s-%s.folded"
        .formatted(
            name.replaceAll("[^A-Za-z0-9._-]", "_"),
            resource.word().toLowerCase(java.util.Locale.ROOT));
  }
}
