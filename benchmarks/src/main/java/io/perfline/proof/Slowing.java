package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.sims.slowed.SlowedBy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The slowdown of one entry point of the recorder.
 *
 * @param amount nanoseconds, or bytes of an allocation
 * @param description the kind and the amount in words
 */
record Slowing(SlowedIngress way, SlowedBy by, long amount, String description) {

  private static final Pattern TEXT =
      Pattern.compile("(\\w+)/(\\w+)=(\\d{1,9}) ?(ns|us|ms|s|B|kB|MB)");
  private static final Map<String, Long> NANOS =
      Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
  private static final Map<String, Long> BYTES = Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L);

  /**
   * Parses {@code WAY/KIND=AMOUNT}, such as {@code kryonet/cpu=200us}.
   *
   * @throws Fault exit code 2 if the text has another form
   */
  static Slowing parse(String text) {
    Matcher parts = TEXT.matcher(text);
    Optional<SlowedIngress> way = parts.matches() ? way(parts.group(1)) : Optional.empty();
    Optional<SlowedBy> by = way.flatMap(any -> by(parts.group(2)));
    Optional<Long> unit =
        by.map(kind -> kind == SlowedBy.ALLOCATION ? BYTES : NANOS)
            .map(units -> units.get(parts.group(4)));
    if (unit.isEmpty()) {
      throw wrong(text, "WAY/KIND=AMOUNT", "kryonet/cpu=200us or record/allocation=8kB");
    }
    String amount = parts.group(3);
    return new Slowing(
        way.get(),
        by.get(),
        Long.parseLong(amount) * unit.get(),
        "%s %s %s".formatted(by.get().id(), amount, parts.group(4)));
  }

  static Optional<SlowedIngress> way(String word) {
    return Arrays.stream(SlowedIngress.values())
        .filter(slowedIngress -> slowedIngress.id().equals(word))
        .findFirst();
  }

  static Optional<SlowedBy> by(String word) {
    return Arrays.stream(SlowedBy.values())
        .filter(slowedBy -> slowedBy.id().equals(word))
        .findFirst();
  }

  static Fault wrong(String text, String form, String examples) {
    return Fault.configuration(
        "'%s' is no %s, such as %s: ways are %s, kinds %s"
            .formatted(
                text, form, examples, words(SlowedIngress.values()), words(SlowedBy.values())));
  }

  private static String words(Enum<?>[] values) {
    return Arrays.stream(values)
        .map(one -> one.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
