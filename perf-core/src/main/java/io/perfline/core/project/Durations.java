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
 * @param atMost the maximum measured duration, not below {@code duration}; null for the default of
 *     {@link #atMost()}
 * @param budget the maximum wall-clock time of all comparisons of the profile together, with
 *     deployments and warm-ups; null for the default
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
            "Limits the measured duration of a comparison that is undecided after 'duration'. By"
                + " default only 'budget' limits it.")
        Duration atMost,
    @Key(
            "Limits the time of all comparisons together, with deployments and warm-ups, but without"
                + " builds. They end as soon as every limit is decided. The default is 8 min"
                + " and 3 min more for each further case, but at least the time of eight deployments.")
        Duration budget)
    implements RecordSchema.Checked {

  public Durations {
    warmUpMost = warmUpMost == null ? warmUp : warmUpMost;
  }

  /** The default time of the comparison of a single case. */
  private static final Duration DEFAULT_BUDGET = Duration.ofMinutes(8);

  /** The default time of each further case. */
  private static final Duration BUDGET_OF_FURTHER = Duration.ofMinutes(3);

  /** Creates durations without a budget of their own. */
  public Durations(Duration warmUp, Duration warmUpMost, Duration duration, Duration atMost) {
    this(warmUp, warmUpMost, duration, atMost, null);
  }

  /** Creates the durations of a case that is not compared. */
  public Durations(Duration warmUp, Duration warmUpMost, Duration duration) {
    this(warmUp, warmUpMost, duration, duration);
  }

  /** Returns the default time of comparisons that share their deployments. */
  public static Duration defaultBudget(int cases) {
    return DEFAULT_BUDGET.plus(BUDGET_OF_FURTHER.multipliedBy(Math.max(0, cases - 1L)));
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

  /**
   * Returns the durations of a comparison, which is warmed up until both builds are warm, and
   * measured until its limits are decided or the budget is used up.
   */
  public Durations untilDecided() {
    boolean extended = warmUpMost.compareTo(warmUp) > 0 || warmUp.compareTo(MAX_WARM_UP) > 0;
    Duration limit = budget == null ? defaultBudget(1) : budget;
    return new Durations(
        warmUp,
        extended ? warmUpMost : MAX_WARM_UP,
        duration,
        atMost != null ? atMost : limit.compareTo(duration) < 0 ? duration : limit,
        budget);
  }

  /** The shortest default maximum of a load's duration. */
  private static final Duration ENOUGH = Duration.ofSeconds(15);

  /** Returns durations that can be those of a comparison. */
  public static Durations ofComparison(Durations read, ParsedObject parsed) {
    if (read.duration != null && read.duration.isZero()) {
      parsed.fault("duration", "a duration of 0 measures nothing");
    }
    return read;
  }

  /** Returns the durations of a case that is measured for exactly its duration. */
  public Durations fixed() {
    return new Durations(warmUp, warmUpMost, duration, duration, budget);
  }

  /** Returns the maximum measured duration; four times the duration if none was given. */
  @Override
  public Duration atMost() {
    if (atMost != null || duration == null) {
      return atMost;
    }
    Duration longer = duration.multipliedBy(4);
    return longer.compareTo(ENOUGH) < 0 ? ENOUGH : longer;
  }

  @Override
  public void check(ParsedObject parsed) {
    if (warmUp != null && warmUpMost.compareTo(warmUp) < 0) {
      parsed.fault("warm_up_most", "it is shorter than warm_up");
    }
    if (budget != null && budget.isZero()) {
      parsed.fault("budget", "a budget of 0 measures nothing");
    }
    if (duration != null && atMost().compareTo(duration) < 0) {
      parsed.fault("at_most", "it is shorter than duration");
    }
  }
}
