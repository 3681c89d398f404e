package io.perfline.sims.driver;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A setting that a case may have in a workload file.
 *
 * @param choices the allowed words of a {@link Kind#CHOICE}
 * @param fallback the default value; null for a setting without one
 * @param meaning a sentence that describes the setting, with its unit
 */
public record SettingKey(
    String name, Kind kind, List<String> choices, Object fallback, String meaning) {

  /** The type of a key's values. */
  public enum Kind {
    /** A whole number of 1 or more. */
    COUNT,
    /** A length of time such as {@code 250 ms}, a {@link java.time.Duration}. */
    DURATION,
    CHOICE
  }

  public SettingKey {
    choices = List.copyOf(choices);
  }

  public static SettingKey count(String name, Long fallback, String meaning) {
    return new SettingKey(name, Kind.COUNT, List.of(), fallback, meaning);
  }

  public static SettingKey duration(String name, Duration fallback, String meaning) {
    return new SettingKey(name, Kind.DURATION, List.of(), fallback, meaning);
  }

  /** Returns a key whose values are {@code choices}; the first is the default. */
  public static SettingKey choice(String name, String meaning, String... choices) {
    return new SettingKey(name, Kind.CHOICE, List.of(choices), choices[0], meaning);
  }

  /** Returns the default value. */
  public Optional<Object> defaultValue() {
    return Optional.ofNullable(fallback);
  }
}
