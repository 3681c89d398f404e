package io.perfline.core.environment;

import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.TextTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One value of an environment file, its variables not yet replaced.
 *
 * @param path section and key, as {@code tomcat.user}
 * @param form what it may be
 * @param template the value as written
 */
record Setting(String path, Form form, TextTemplate template) {

  /** What is wrong with it as it is written. Never shows the text. */
  Optional<String> fault() {
    if (!template.isWellFormed()) {
      return Optional.of("%s: '${' without a variable; write ${NAME}".formatted(path));
    }
    boolean right =
        !variables().isEmpty() || (form != Form.SECRET && form.accepts(template.toString()));
    return right ? Optional.empty() : Optional.of("%s must be %s".formatted(path, form.what()));
  }

  /** The names of its variables. */
  List<String> variables() {
    return template.names();
  }

  SourcePosition place() {
    return template.place();
  }

  /** The reasons why it cannot be used with {@code variables}. */
  List<String> faults(Map<String, String> variables) {
    List<String> unset =
        variables().stream()
            .distinct()
            .filter(name -> variables.getOrDefault(name, "").isEmpty())
            .map(
                name ->
                    ("%s: %s needs the variable %s, which is not set: start the local stack with"
                            + " './perf stack up', or export %s")
                        .formatted(place(), path, name, name))
            .toList();
    if (unset.isEmpty() && !form.accepts(resolved(variables))) {
      return List.of(
          "%s: %s with its variables replaced must be %s".formatted(place(), path, form.what()));
    }
    return unset;
  }

  /** Its text with all variables replaced; only for one that has none unset. */
  String resolved(Map<String, String> variables) {
    return template.fill(variables::get);
  }
}
