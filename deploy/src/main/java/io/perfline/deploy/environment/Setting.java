package io.perfline.deploy.environment;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One value of an environment file, its variables not yet replaced.
 *
 * @param path section and key, as {@code tomcat.user}
 * @param text as written
 * @param line in the file, from 1
 */
record Setting(String path, String text, int line) {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  boolean hasVariables() {
    return VARIABLE.matcher(text).find();
  }

  /** What is wrong with how its variables are written. */
  Optional<String> fault() {
    if (VARIABLE.matcher(text).replaceAll("").contains("${")) {
      return Optional.of("%s: '${' without a variable; write ${NAME}".formatted(path));
    }
    return Optional.empty();
  }

  /** Its variables that have no value, or an empty one. */
  Set<String> unset(Map<String, String> variables) {
    Set<String> unset = new LinkedHashSet<>();
    VARIABLE
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(name -> variables.getOrDefault(name, "").isEmpty())
        .forEach(unset::add);
    return unset;
  }

  /** Its text with all variables replaced; only for one that has none unset. */
  String resolved(Map<String, String> variables) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(variables.get(found.group(1))));
  }
}
