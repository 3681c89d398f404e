package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.proof.slowed.SlowedBy;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * By how much one way into the recorder is slowed.
 *
 * @param amount nanoseconds, or bytes of an allocation
 */
record Slowing(SlowedWay way, SlowedBy by, long amount) {

  private static final Pattern TEXT = Pattern.compile("(\\w+)/(\\w+)=(\\d+) ?(ns|us|ms|s|B|kB|MB)");
  private static final Map<String, Long> NANOS =
      Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
  private static final Map<String, Long> BYTES = Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L);

  /**
   * Reads {@code WAY/KIND=AMOUNT}, such as {@code kryonet/cpu=200us}.
   *
   * @throws Fault exit code 2 when it is something else
   */
  static Slowing parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw wrong(text);
    }
    SlowedBy by = by(parts.group(2), text);
    Long unit = (by == SlowedBy.ALLOCATION ? BYTES : NANOS).get(parts.group(4));
    if (unit == null) {
      throw wrong(text);
    }
    return new Slowing(way(parts.group(1), text), by, Long.parseLong(parts.group(3)) * unit);
  }

  private static SlowedWay way(String word, String text) {
    return Arrays.stream(SlowedWay.values())
        .filter(one -> one.word().equals(word))
        .findFirst()
        .orElseThrow(() -> wrong(text));
  }

  private static SlowedBy by(String word, String text) {
    return Arrays.stream(SlowedBy.values())
        .filter(one -> one.word().equals(word))
        .findFirst()
        .orElseThrow(() -> wrong(text));
  }

  private static Fault wrong(String text) {
    return Fault.configuration(
        "'%s' is no WAY/KIND=AMOUNT, such as kryonet/cpu=200us or record/allocation=8kB: ways are %s, kinds %s"
            .formatted(
                text,
                SlowedWay.words(),
                Arrays.stream(SlowedBy.values())
                    .map(SlowedBy::word)
                    .collect(Collectors.joining(", "))));
  }
}
