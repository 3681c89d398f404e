package io.perfline.recorder.settings;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where settings are looked for, the first that has one wins: the context's parameters; the
 * environment under the context's own prefix ({@code RECORDER_BASELINE_} for {@code
 * /recorder-baseline}); the environment under {@code RECORDER_}. What only one context of a server
 * can have, such as a port, is never taken from the shared prefix.
 */
final class SettingSources {

  static final String SHARED_PREFIX = "RECORDER_";

  private final Map<String, String> parameters;
  private final Map<String, String> environment;
  private final String ownPrefix;

  SettingSources(
      String contextPath, Map<String, String> parameters, Map<String, String> environment) {
    this.parameters = parameters;
    this.environment = environment;
    this.ownPrefix = prefix(contextPath);
  }

  /** The value of a setting, or null; one that is blank counts as not set. */
  Found find(SettingName name) {
    Found found = in(parameters, "context parameter ", SHARED_PREFIX + name);
    if (found == null) {
      found = in(environment, "", ownPrefix + name);
    }
    if (found == null && !name.ownOnly()) {
      found = in(environment, "", SHARED_PREFIX + name);
    }
    return found;
  }

  private static Found in(Map<String, String> values, String kind, String name) {
    String value = values.get(name);
    return value == null || value.isBlank() ? null : new Found(kind + name, value.strip());
  }

  /**
   * A fault for each name that begins with {@code RECORDER_} and doesn't end in a setting's name,
   * as misspelt ones do; what stands before that name may be another context's.
   */
  static List<String> unknown(Collection<String> names, String kind) {
    return names.stream()
        .filter(name -> name.startsWith(SHARED_PREFIX))
        .filter(
            name ->
                Arrays.stream(SettingName.values())
                    .noneMatch(settingName -> name.endsWith("_" + settingName)))
        .sorted()
        .map(
            name ->
                kind + name + " is not a setting of the recorder; the README lists all settings")
        .toList();
  }

  private static String prefix(String contextPath) {
    String word = contextPath.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
    String trimmed = word.replaceAll("^_+|_+$", "");
    return trimmed.isEmpty() ? SHARED_PREFIX : trimmed + "_";
  }

  /** A value and the name that it was found under. */
  record Found(String name, String value) {}
}
