package io.perfline.sims.run;

import io.perfline.core.project.Durations;
import io.perfline.core.run.ComparisonTime;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedMeasurement;
import io.perfline.sims.workload.CasePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A forecast of the duration of a profile's cases, with warm-ups and restarts.
 *
 * @param cases the number of cases that are measured without a baseline
 * @param comparisons the number of cases that are measured with one
 * @param min the duration if each comparison is decided by its planned load
 * @param max the duration if the comparisons continue until their limit or use up their budget
 */
public record Forecast(int cases, int comparisons, Duration min, Duration max) {

  /** The time to start the servers, judge and report. */
  private static final Duration AROUND = Duration.ofSeconds(30);

  /** The time to start both builds of a comparison. */
  private static final Duration DEPLOYMENT = Duration.ofSeconds(5);

  static Forecast of(List<CasePlan> plans, String profile) {
    Duration min = Duration.ZERO;
    Duration max = Duration.ZERO;
    long minDeployments = 0;
    long maxDeployments = 0;
    Duration maxCompared = Duration.ZERO;
    List<ComparisonTime> times = new ArrayList<>();
    for (CasePlan plan : plans) {
      Durations durations = plan.paces().get(profile);
      if (!PairedKeys.isPaired(plan)) {
        min = min.plus(durations.warmUp()).plus(durations.duration());
        max = max.plus(durations.warmUpMost()).plus(durations.atMost());
        continue;
      }
      times.add(PairedMeasurement.time(plan, durations));
      long planned = PairedMeasurement.deployments(plan, durations, durations.duration());
      long bound = PairedMeasurement.deployments(plan, durations, durations.atMost());
      min = min.plus(durations.warmUp().multipliedBy(planned)).plus(durations.duration());
      maxCompared =
          maxCompared.plus(durations.warmUp().multipliedBy(bound)).plus(durations.atMost());
      minDeployments = Math.max(minDeployments, planned);
      maxDeployments = Math.max(maxDeployments, bound);
    }
    min = min.plus(DEPLOYMENT.multipliedBy(minDeployments));
    Duration planned = max.plus(maxCompared).plus(DEPLOYMENT.multipliedBy(maxDeployments));
    Duration allowed = times.isEmpty() ? max : max.plus(ComparisonTime.budget(times));
    max = planned.compareTo(allowed) < 0 ? planned : allowed;
    return new Forecast(
        plans.size() - times.size(), times.size(), min, max.compareTo(min) < 0 ? min : max);
  }

  /** Describes the forecast, such as {@code about 3 to 9 minutes: 2 cases and 4 comparisons}. */
  public String text() {
    return time() + ": " + what();
  }

  /** Describes the cases, such as {@code 2 cases and 4 comparisons}. */
  public String what() {
    List<String> parts = new ArrayList<>();
    if (cases > 0) {
      parts.add(cases == 1 ? "1 case" : cases + " cases");
    }
    if (comparisons > 0) {
      parts.add(comparisons == 1 ? "1 comparison" : comparisons + " comparisons");
    }
    return parts.isEmpty() ? "no cases" : String.join(" and ", parts);
  }

  /** Describes the duration, such as {@code about 3 to 9 minutes}. */
  String time() {
    long from = minutes(min.plus(AROUND));
    long to = minutes(max.plus(AROUND));
    return "about %s%s"
        .formatted(from == to ? "" : from + " to ", to == 1 ? "1 minute" : to + " minutes");
  }

  private static long minutes(Duration duration) {
    return Math.max(1, Math.round(duration.toSeconds() / 60.0));
  }
}
