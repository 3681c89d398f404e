package io.perfline.recorder.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads settings one by one and collects all faults. For each setting, the first of these sources
 * with a value is used: the context's parameters; environment variables with the context's own
 * prefix ({@code RECORDER_BASELINE_} for {@code /recorder-baseline}); environment variables with
 * the prefix {@code RECORDER_}. Settings that only one context of a server can have, such as a
 * port, are never read with the shared prefix.
 */
public final class SettingValues {

  private static final String SHARED_PREFIX = "RECORDER_";

  private final Map<String, String> parameters;
  private final Map<String, String> environment;
  private final String ownPrefix;
  private final List<String> faults = new ArrayList<>();

  SettingValues(
      String contextPath, Map<String, String> parameters, Map<String, String> environment) {
    this.parameters = parameters;
    this.environment = environment;
    String word = contextPath.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
    String trimmed = word.replaceAll("^_+|_+$", "");
    ownPrefix = trimmed.isEmpty() ? SHARED_PREFIX : trimmed + "_";
    refuseUnknown(parameters.keySet(), "context parameter ");
    refuseUnknown(environment.keySet(), "");
  }

  /** A value with the name under which it was found. */
  private record Found(String name, String value) {}

  /** Returns the value of a setting; null if it is not set or blank. */
  private Found find(SettingName name) {
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
   * Adds a fault for each name that begins with {@code RECORDER_} and does not end with the name of
   * a setting. The text between may belong to the prefix of another context.
   */
  private void refuseUnknown(Collection<String> names, String kind) {
    names.stream()
        .filter(name -> name.startsWith(SHARED_PREFIX))
        .filter(
            name ->
                Arrays.stream(SettingName.values())
                    .noneMatch(setting -> name.endsWith("_" + setting)))
        .sorted()
        .forEach(
            name ->
                faults.add(
                    kind
                        + name
                        + " is not a setting of the recorder; the README lists all settings"));
  }

  List<String> faults() {
    return faults;
  }

  /** Adds a fault that concerns several settings together. */
  public void fault(String text) {
    faults.add(text);
  }

  public String text(SettingName name, String defaultValue) {
    Found found = find(name);
    return found == null ? defaultValue : found.value();
  }

  /** Returns a value; adds a fault with {@code reason} if it is not set. */
  public String needed(SettingName name, String reason) {
    String value = text(name, null);
    if (value == null) {
      faults.add(SHARED_PREFIX + name + " is not set; " + reason);
    }
    return value;
  }

  /** Returns a value; adds a fault if it does not match the pattern. */
  public String matching(SettingName name, String defaultValue, String pattern, String allowed) {
    Found found = find(name);
    if (found != null && !found.value().matches(pattern)) {
      return wrong(found, allowed, defaultValue);
    }
    return found == null ? defaultValue : found.value();
  }

  public int number(SettingName name, int defaultValue, int min, int max) {
    return (int) bytes(name, defaultValue, min, max);
  }

  public long bytes(SettingName name, long defaultValue, long min, long max) {
    Found found = find(name);
    if (found == null) {
      return defaultValue;
    }
    try {
      long value = Long.parseLong(found.value());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // This is reported below like a number out of range.
    }
    return wrong(found, "a number from %d to %d".formatted(min, max), defaultValue);
  }

  /** Returns whether the setting is true; adds a fault if it is neither true nor false. */
  public boolean flag(SettingName name) {
    return choice(name, Flag.FALSE, Flag.class) == Flag.TRUE;
  }

  public <E extends Enum<E>> E choice(SettingName name, E defaultValue, Class<E> type) {
    Found found = find(name);
    if (found == null) {
      return defaultValue;
    }
    for (E e : type.getEnumConstants()) {
      if (text(e).equals(found.value().toLowerCase(Locale.ROOT))) {
        return e;
      }
    }
    return wrong(found, "one of " + words(type), defaultValue);
  }

  /**
   * Returns comma-separated values.
   *
   * @param parse the converter of a value; its {@link IllegalArgumentException} becomes a fault
   */
  public <T> List<T> list(SettingName name, Function<String, T> parse) {
    Found found = find(name);
    List<T> values = new ArrayList<>();
    if (found != null) {
      for (String item : found.value().split(",", -1)) {
        try {
          values.add(parse.apply(item.strip()));
        } catch (IllegalArgumentException e) {
          faults.add(found.name() + " contains '" + item.strip() + "'; " + e.getMessage());
        }
      }
    }
    return List.copyOf(values);
  }

  private <T> T wrong(Found found, String allowed, T defaultValue) {
    faults.add("%s is '%s'; it must be %s".formatted(found.name(), found.value(), allowed));
    return defaultValue;
  }

  static <E extends Enum<E>> String words(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(SettingValues::text)
        .collect(Collectors.joining(", "));
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private enum Flag {
    TRUE,
    FALSE
  }
}
