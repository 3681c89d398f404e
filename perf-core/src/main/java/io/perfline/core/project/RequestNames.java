package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the requests of a scenario are called, where the file doesn't say. */
final class RequestNames {

  private RequestNames() {}

  /** Of a request: its method and what of its path is the same each time. */
  static String of(String method, TextTemplate path) {
    StringBuilder fixed = new StringBuilder();
    for (int i = 0; i < path.parts().size(); i += 2) {
      fixed.append(' ').append(path.parts().get(i).replaceFirst("[?].*", ""));
    }
    String words = fixed.toString().replaceAll("[^A-Za-z0-9.-]+", "_").replaceAll("^_|_$", "");
    String verb = method.toLowerCase(Locale.ROOT);
    return words.isEmpty() ? verb : verb + "_" + words;
  }

  /** The same requests, a number behind the name of each that has the name of one before. */
  static List<ScenarioRequest> distinct(List<ScenarioRequest> requests) {
    Set<String> taken = new HashSet<>();
    List<ScenarioRequest> named = new ArrayList<>();
    for (ScenarioRequest request : requests) {
      String name = request.name();
      for (int number = 2; !taken.add(name); number++) {
        name = request.name() + "_" + number;
      }
      named.add(
          new ScenarioRequest(
              name,
              request.method(),
              request.path(),
              request.headers(),
              request.body(),
              request.check(),
              request.save()));
    }
    return List.copyOf(named);
  }
}
