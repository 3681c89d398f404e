package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.time.Duration;

/**
 * The length of a case's load in a profile.
 *
 * @param warmUpMost the longest warm-up, if the load is not steady before; not below {@code warmUp}
 * @param atMost not below {@code duration}
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

  /** Creates those of a case that compares nothing. */
  public Durations(Duration warmUp, Duration warmUpMost, Duration duration) {
    this(warmUp, warmUpMost, duration, duration);
  }

  /** Creates those with a warm-up of a fixed length. */
  public Durations(Duration warmUp, Duration duration) {
    this(warmUp, warmUp, duration);
  }

  /** The load that gives any comparison enough pairs for a decision. */
  private static final Duration ENOUGH = Duration.ofSeconds(15);

  /**
   * Creates those of a comparison: without {@code at_most} it is extended by default, to four times
   * its duration, and to at least {@link #ENOUGH}: to eight deployments if two are planned.
   */
  public static Durations ofComparison(Durations read, ParsedObject parsed) {
    if (read.duration == null) {
      return read;
    }
    if (read.duration.isZero()) {
      parsed.fault("duration", "a duration of 0 measures nothing");
    }
    Duration longer = read.duration.multipliedBy(4);
    Duration usual = longer.compareTo(ENOUGH) < 0 ? ENOUGH : longer;
    return parsed.isGiven("at_most")
        ? read
        : new Durations(read.warmUp, read.warmUpMost, read.duration, usual);
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
