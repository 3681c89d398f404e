package io.perfline.recorder.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Reads settings one by one and keeps every fault instead of stopping at the first. */
final class SettingValues {

  private final SettingSources source;
  private final List<String> faults = new ArrayList<>();

  SettingValues(SettingSources source) {
    this.source = source;
  }

  List<String> faults() {
    return faults;
  }

  /** Adds a fault that only shows when several settings are seen together. */
  void fault(String text) {
    faults.add(text);
  }

  String text(SettingName name, String otherwise) {
    SettingSources.Found found = source.find(name);
    return found == null ? otherwise : found.value();
  }

  /** A text that must be set, because of what {@code reason} says. */
  String needed(SettingName name, String reason) {
    String value = text(name, null);
    if (value == null) {
      faults.add(SettingSources.SHARED_PREFIX + name + " is not set; " + reason);
    }
    return value;
  }

  /** A text of the characters that the pattern allows. */
  String matching(SettingName name, String otherwise, String pattern, String allowed) {
    SettingSources.Found found = source.find(name);
    if (found != null && !found.value().matches(pattern)) {
      return wrong(found, allowed, otherwise);
    }
    return found == null ? otherwise : found.value();
  }

  int number(SettingName name, int otherwise, int min, int max) {
    return (int) bytes(name, otherwise, min, max);
  }

  long bytes(SettingName name, long otherwise, long min, long max) {
    SettingSources.Found found = source.find(name);
    if (found == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(found.value());
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of range.
    }
    return wrong(found, "a number from %d to %d".formatted(min, max), otherwise);
  }

  /** False unless it is set. */
  boolean flag(SettingName name) {
    return choice(name, Flag.FALSE, Flag.class) == Flag.TRUE;
  }

  <E extends Enum<E>> E choice(SettingName name, E otherwise, Class<E> type) {
    SettingSources.Found found = source.find(name);
    if (found == null) {
      return otherwise;
    }
    for (E e : type.getEnumConstants()) {
      if (text(e).equals(found.value().toLowerCase(Locale.ROOT))) {
        return e;
      }
    }
    List<String> allowed = Arrays.stream(type.getEnumConstants()).map(SettingValues::text).toList();
    return wrong(found, "one of " + String.join(", ", allowed), otherwise);
  }

  /** Values separated by commas; {@code parse} throws IllegalArgumentException for a wrong one. */
  <T> List<T> list(SettingName name, Function<String, T> parse) {
    SettingSources.Found found = source.find(name);
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

  private <T> T wrong(SettingSources.Found found, String allowed, T otherwise) {
    faults.add("%s is '%s'; it must be %s".formatted(found.name(), found.value(), allowed));
    return otherwise;
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private enum Flag {
    TRUE,
    FALSE
  }
}
