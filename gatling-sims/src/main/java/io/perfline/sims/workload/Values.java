package io.perfline.sims.workload;

import io.perfline.sims.driver.Key;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads single values; what isn't one becomes a fault at its place. */
final class Values {

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1000L, "min", 60_000L, "h", 3_600_000L);
  private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,17}");

  private Values() {}

  /** The value of a key; empty when it was a fault. */
  static Optional<Object> of(Key key, YamlNode node) {
    return switch (key.kind()) {
      case COUNT -> count(key.name(), node).map(Object.class::cast);
      case DURATION -> time(key.name(), node).map(Object.class::cast);
      case CHOICE -> choice(key, node).map(Object.class::cast);
    };
  }

  private static Optional<Long> count(String name, YamlNode node) {
    String text = node.text();
    if (COUNT.matcher(text).matches()) {
      return Optional.of(Long.valueOf(text));
    }
    node.fault("%s: expected a whole number of 1 or more, found '%s'".formatted(name, text));
    return Optional.empty();
  }

  static Optional<Duration> time(String name, YamlNode node) {
    String text = node.text();
    Matcher match = TIME.matcher(text);
    if (match.matches()) {
      return Optional.of(
          Duration.ofMillis(Long.parseLong(match.group(1)) * MILLIS.get(match.group(2))));
    }
    node.fault(
        "%s: expected a time with its unit (ms, s, min or h) such as '8 s', found '%s'"
            .formatted(name, text));
    return Optional.empty();
  }

  /** A time; zero when it is missing or was a fault. */
  static Duration timeOrZero(String name, YamlNode node) {
    return Optional.ofNullable(node).flatMap(n -> time(name, n)).orElse(Duration.ZERO);
  }

  private static Optional<String> choice(Key key, YamlNode node) {
    String text = node.text();
    if (key.choices().contains(text)) {
      return Optional.of(text);
    }
    node.fault(
        "%s: expected one of %s, found '%s'"
            .formatted(key.name(), String.join(", ", key.choices()), text));
    return Optional.empty();
  }
}
