package io.perfline.sims.run;

import io.perfline.core.project.Durations;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedProgress.Deployment;
import io.perfline.sims.workload.CasePlan;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The maximum remaining time of a run: at first the forecast, then corrected by each case and each
 * deployment of the compared ones.
 */
final class TimeLeft {

  private final String profile;
  private final LongSupplier nanos;
  private final long start;
  private long marked;
  private Duration left;
  private Duration afterwards;

  /**
   * @param nanos the time, as in {@link System#nanoTime}
   */
  TimeLeft(List<CasePlan> plans, String profile, LongSupplier nanos) {
    this.profile = profile;
    this.nanos = nanos;
    start = nanos.getAsLong();
    expect(Forecast.of(plans, profile).max(), Duration.ZERO);
  }

  /** Begins a case, and returns its maximum duration. */
  Duration begins(CasePlan plan) {
    Duration max = maxDuration(plan);
    if (!PairedKeys.isPaired(plan)) {
      Duration rest = left();
      expect(rest, longer(rest.minus(max), Duration.ZERO));
    }
    return max;
  }

  void begins(Deployment deployment) {
    expect(deployment.left(), deployment.leftAfter());
  }

  private void expect(Duration time, Duration after) {
    marked = nanos.getAsLong();
    left = time;
    afterwards = after;
  }

  /** Returns the time left, which is at least that of everything that has not begun. */
  Duration left() {
    return longer(left.minusNanos(nanos.getAsLong() - marked), afterwards);
  }

  Duration elapsed() {
    return Duration.ofNanos(nanos.getAsLong() - start);
  }

  private Duration maxDuration(CasePlan plan) {
    Durations pace = plan.paces().get(profile);
    return pace.warmUpMost().plus(pace.atMost());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
