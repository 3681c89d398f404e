package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.time.Duration;

/**
 * The durations of a case in a profile.
 *
 * @param warmUpMost the maximum duration of a warm-up that is extended until the load is steady;
 *     not below {@code warmUp}
 * @param atMost the maximum measured duration; not below {@code duration}
 */
public record Durations(
    @Key(value = "Sets the duration of the warm-up, whose load is not measured.", required = true)
        Duration warmUp,
    @Key(
            "Limits a warm-up that is extended until the load is steady. The default is warm_up,"
                + " without an extension.")
        Duration warmUpMost,
    @Key(value = "Sets the duration of the load that is measured.", required = true)
        Duration duration,
    @Key(
            "Limits the measured duration of a comparison that is undecided after 'duration'. The"
                + " default is four times 'duration', at least 15 s.")
        Duration atMost)
    implements RecordSchema.Checked {

  public Durations {
    warmUpMost = warmUpMost == null ? warmUp : warmUpMost;
    atMost = atMost == null ? duration : atMost;
  }

  /** Creates the durations of a case that is not compared. */
  public Durations(Duration warmUp, Duration warmUpMost, Duration duration) {
    this(warmUp, warmUpMost, duration, duration);
  }

  /** Creates durations with a fixed warm-up. */
  public Durations(Duration warmUp, Duration duration) {
    this(warmUp, warmUp, duration);
  }

  /**
   * The default maximum of a warm-up that lasts until both builds of a comparison are warm. The JIT
   * compiler of a Spring Boot service is idle after 15 s of load on two cores, which other work may
   * triple.
   */
  private static final Duration MAX_WARM_UP = Duration.ofSeconds(60);

  /** Returns the durations of a comparison, whose warm-up lasts until both builds are warm. */
  public Durations untilWarm() {
    return warmUpMost.compareTo(warmUp) > 0 || warmUp.compareTo(MAX_WARM_UP) > 0
        ? this
        : new Durations(warmUp, MAX_WARM_UP, duration, atMost);
  }

  /** The duration of a load that yields enough pairs for a decision in any comparison. */
  private static final Duration ENOUGH = Duration.ofSeconds(15);

  /**
   * Returns the durations of a comparison. If {@code at_most} is missing, it is four times the
   * duration, but at least {@link #ENOUGH}; with two planned deployments that allows eight.
   */
  public static Durations ofComparison(Durations read, ParsedObject parsed) {
    if (read.duration == null) {
      return read;
    }
    if (read.duration.isZero()) {
      parsed.fault("duration", "a duration of 0 measures nothing");
    }
    Duration longer = read.duration.multipliedBy(4);
    Duration defaultMaximum = longer.compareTo(ENOUGH) < 0 ? ENOUGH : longer;
    return parsed.isGiven("at_most")
        ? read
        : new Durations(read.warmUp, read.warmUpMost, read.duration, defaultMaximum);
  }

  @Override
  public void check(ParsedObject parsed) {
    if (warmUp != null && warmUpMost.compareTo(warmUp) < 0) {
      parsed.fault("warm_up_most", "it is shorter than warm_up");
    }
    if (duration != null && atMost.compareTo(duration) < 0) {
      parsed.fault("at_most", "it is shorter than duration");
    }
  }
}
