package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.project.Durations;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The time that the comparison of a case takes in a profile.
 *
 * @param deploymentMs the planned time of one deployment in milliseconds: the shortest warm-up and
 *     the load
 * @param budgetMs the budget that the profile names for all of its comparisons, in milliseconds;
 *     null for the default
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ComparisonTime(long deploymentMs, Long budgetMs) {

  /** The time to start both builds, until it has been measured. */
  public static final Duration START = Duration.ofSeconds(5);

  /** The smallest number of deployments that a default budget allows. */
  private static final int DEPLOYMENTS = 8;

  /**
   * Creates the time of a case.
   *
   * @param deployments the number of deployments in which its planned load is measured
   */
  public static ComparisonTime of(Durations durations, int deployments) {
    return new ComparisonTime(
        durations.warmUp().plus(durations.duration().dividedBy(deployments)).toMillis(),
        durations.budget() == null ? null : (Long) durations.budget().toMillis());
  }

  /** Returns the budget of comparisons that share their deployments. */
  public static Duration budget(List<ComparisonTime> cases) {
    return given(cases)
        .orElseGet(
            () -> {
              Duration usual = Durations.defaultBudget(cases.size());
              Duration needed = needed(cases, DEPLOYMENTS);
              return needed.compareTo(usual) > 0 ? needed : usual;
            });
  }

  private static Optional<Duration> given(List<ComparisonTime> cases) {
    return cases.stream()
        .map(ComparisonTime::budgetMs)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .map(Duration::ofMillis);
  }

  private static Duration needed(List<ComparisonTime> cases, int deployments) {
    long each = START.toMillis() + cases.stream().mapToLong(ComparisonTime::deploymentMs).sum();
    return Duration.ofMillis(each * deployments);
  }

  /**
   * Returns the budget that a number of deployments needs, in whole minutes; empty if the budget
   * suffices.
   */
  public static Optional<Duration> missing(List<ComparisonTime> cases, int deployments) {
    Duration needed = needed(cases, deployments);
    return given(cases)
        .filter(budget -> needed.compareTo(budget) > 0)
        .map(budget -> Duration.ofMinutes(needed.plusMinutes(1).minusMillis(1).toMinutes()));
  }

  /** Returns a time as {@code perf.yml} contains it, such as {@code 8 min} or {@code 90 s}. */
  public static String text(Duration time) {
    return time.toMillis() % 60_000 == 0 && !time.isZero()
        ? time.toMinutes() + " min"
        : time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
