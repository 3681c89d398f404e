package io.perfline.sims.run;

import io.perfline.core.project.Durations;
import io.perfline.sims.paired.PairedLoad;
import io.perfline.sims.workload.CasePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A forecast of the duration of a profile's cases, with warm-ups and restarts.
 *
 * @param cases the number of cases that are measured without a baseline
 * @param comparisons the number of cases that are measured with one
 * @param least the duration if each comparison is decided by its planned load
 * @param most the duration if each comparison continues until its limit
 */
record Forecast(int cases, int comparisons, Duration least, Duration most) {

  /** The time to start the servers, judge and report. */
  private static final Duration AROUND = Duration.ofSeconds(30);

  /** The time to start both builds of a comparison. */
  private static final Duration DEPLOYMENT = Duration.ofSeconds(5);

  static Forecast of(List<CasePlan> plans, String profile) {
    Duration least = Duration.ZERO;
    Duration most = Duration.ZERO;
    long deploymentsLeast = 0;
    long deploymentsMost = 0;
    int comparisons = 0;
    for (CasePlan plan : plans) {
      Durations durations = plan.paces().get(profile);
      if (!BaselineComparison.isPaired(plan)) {
        least = least.plus(durations.warmUp()).plus(durations.duration());
        most = most.plus(durations.warmUpMost()).plus(durations.atMost());
        continue;
      }
      comparisons++;
      long planned = PairedLoad.deployments(plan, durations, durations.duration());
      long bound = PairedLoad.deployments(plan, durations, durations.atMost());
      least = least.plus(durations.warmUp().multipliedBy(planned)).plus(durations.duration());
      most = most.plus(durations.warmUp().multipliedBy(bound)).plus(durations.atMost());
      deploymentsLeast = Math.max(deploymentsLeast, planned);
      deploymentsMost = Math.max(deploymentsMost, bound);
    }
    return new Forecast(
        plans.size() - comparisons,
        comparisons,
        least.plus(DEPLOYMENT.multipliedBy(deploymentsLeast)),
        most.plus(DEPLOYMENT.multipliedBy(deploymentsMost)));
  }

  /** Describes the forecast, such as {@code about 3 to 9 minutes: 2 cases and 4 comparisons}. */
  String text() {
    return time() + ": " + what();
  }

  /** Describes the cases, such as {@code 2 cases and 4 comparisons}. */
  String what() {
    List<String> parts = new ArrayList<>();
    if (cases > 0) {
      parts.add(cases == 1 ? "1 case" : cases + " cases");
    }
    if (comparisons > 0) {
      parts.add(comparisons == 1 ? "1 comparison" : comparisons + " comparisons");
    }
    return String.join(" and ", parts);
  }

  /** Describes the duration, such as {@code about 3 to 9 minutes}. */
  String time() {
    long from = minutes(least.plus(AROUND));
    long to = minutes(most.plus(AROUND));
    return "about %s%s"
        .formatted(from == to ? "" : from + " to ", to == 1 ? "1 minute" : to + " minutes");
  }

  private static long minutes(Duration duration) {
    return Math.max(1, Math.round(duration.toSeconds() / 60.0));
  }
}
