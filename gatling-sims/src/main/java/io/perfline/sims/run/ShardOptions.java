package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.sims.cases.ShardSchedule;
import io.perfline.sims.engine.Shard;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code ./perfline run} for sharing the load with other generators. */
final class ShardOptions {

  private static final Pattern SHARD = Pattern.compile("([1-9]\\d{0,3})/([1-9]\\d{0,3})");

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Generates the I-th of N shards of connections, rate and users; 'perfline merge'"
              + " merges the shards' runs.")
  private String shard;

  @Option(
      names = "--start-at",
      paramLabel = "TIME",
      converter = InstantConverter.class,
      description =
          "With --shard: start of the first case's load in all shards, such as"
              + " 2026-01-31T12:00:00Z, or in milliseconds since 1970; choose a time about a"
              + " minute ahead.")
  private Instant startAt;

  @Option(
      names = "--gap",
      paramLabel = "SECONDS",
      description =
          "With --shard: time between the loads of two cases, in which a shard counts"
              + " stored messages and prepares; the same for all shards; default 30.")
  private Integer gap;

  private static final int DEFAULT_GAP = 30;

  /**
   * Returns this generator's parts of the load and their times.
   *
   * @throws Fault exit code 2 if the options do not fit together, or if the start is in the past
   */
  ShardSchedule schedule(Clock clock) {
    if (shard == null) {
      if (startAt != null || gap != null) {
        throw Fault.configuration("--start-at and --gap require --shard I/N");
      }
      return ShardSchedule.ALONE;
    }
    Matcher match = SHARD.matcher(shard);
    if (!match.matches() || Integer.parseInt(match.group(1)) > Integer.parseInt(match.group(2))) {
      throw Fault.configuration(
          "--shard: expected I/N with I from 1 to N, such as 1/2, found '%s'".formatted(shard));
    }
    if (startAt == null) {
      throw Fault.configuration(
          "--shard needs --start-at TIME: all shards of a load begin together");
    }
    if (startAt.isBefore(clock.instant())) {
      throw Fault.configuration(
          "--start-at %s: it is %s already".formatted(startAt, clock.instant()));
    }
    if (gap != null && gap < 0) {
      throw Fault.configuration("--gap must be 0 or more, not " + gap);
    }
    int index = Integer.parseInt(match.group(1)) - 1;
    return new ShardSchedule(
        new Shard(index, Integer.parseInt(match.group(2)), startAt),
        Duration.ofSeconds(gap == null ? DEFAULT_GAP : gap));
  }

  /** Parses a point in time on the command line: ISO 8601, or milliseconds since 1970. */
  static final class InstantConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String text) {
      try {
        return text.matches("\\d{1,15}")
            ? Instant.ofEpochMilli(Long.parseLong(text))
            : Instant.parse(text);
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'%s' is neither a time such as 2026-01-31T12:00:00Z nor milliseconds".formatted(text));
      }
    }
  }
}
