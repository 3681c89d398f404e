package io.perfline.core.environment;

import io.perfline.core.yaml.SourcePosition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One value of an environment file, its variables not yet replaced.
 *
 * @param path section and key, as {@code tomcat.user}
 * @param form what it may be
 * @param text as written
 * @param place in the file
 */
record Setting(String path, Form form, String text, SourcePosition place) {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  /** What is wrong with it as it is written. Never shows the text. */
  Optional<String> fault() {
    if (VARIABLE.matcher(text).replaceAll("").contains("${")) {
      return Optional.of("%s: '${' without a variable; write ${NAME}".formatted(path));
    }
    boolean right = !variables().isEmpty() || (form != Form.SECRET && form.accepts(text));
    return right ? Optional.empty() : Optional.of("%s must be %s".formatted(path, form.what()));
  }

  /** The names of its variables. */
  Set<String> variables() {
    return VARIABLE
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** What keeps it from being used with {@code variables}. */
  List<String> faults(Map<String, String> variables) {
    List<String> unset =
        variables().stream()
            .filter(name -> variables.getOrDefault(name, "").isEmpty())
            .map(
                name ->
                    ("%s: %s needs the variable %s, which is not set: start the local stack with"
                            + " './perf stack up', or export %s")
                        .formatted(place, path, name, name))
            .toList();
    if (unset.isEmpty() && !form.accepts(resolved(variables))) {
      return List.of(
          "%s: %s with its variables replaced must be %s".formatted(place, path, form.what()));
    }
    return unset;
  }

  /** Its text with all variables replaced; only for one that has none unset. */
  String resolved(Map<String, String> variables) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(variables.get(found.group(1))));
  }
}
