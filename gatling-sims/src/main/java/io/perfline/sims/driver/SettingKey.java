package io.perfline.sims.driver;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A setting that a workload file may give a case.
 *
 * @param name as the file writes it
 * @param kind what its values look like
 * @param choices the allowed words of a {@link Schema#CHOICE}
 * @param fallback the value when the file gives none; null: none, and {@link CaseSettings} says so
 * @param meaning one line for people, with the unit
 */
public record SettingKey(
    String name, Kind kind, List<String> choices, Object fallback, String meaning) {

  /** What the values of a key look like. */
  public enum Kind {
    /** A whole number of 1 or more. */
    COUNT,
    /** A length of time such as {@code 250 ms}; kept as a {@link java.time.Duration}. */
    DURATION,
    /** One of some words. */
    CHOICE
  }

  public SettingKey {
    choices = List.copyOf(choices);
  }

  /** A whole number; {@code fallback} may be null. */
  public static SettingKey count(String name, Long fallback, String meaning) {
    return new SettingKey(name, Kind.COUNT, List.of(), fallback, meaning);
  }

  /** A length of time. */
  public static SettingKey duration(String name, Duration fallback, String meaning) {
    return new SettingKey(name, Kind.DURATION, List.of(), fallback, meaning);
  }

  /** One of {@code choices}; the first is the fallback. */
  public static SettingKey choice(String name, String meaning, String... choices) {
    return new SettingKey(name, Kind.CHOICE, List.of(choices), choices[0], meaning);
  }

  /** The value when a file gives none. */
  public Optional<Object> otherwise() {
    return Optional.ofNullable(fallback);
  }
}
