package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.ErrorSpending;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import io.perfline.gate.verdict.Line;
import java.util.Optional;

/** The limits on changes that a machine can decide, by how much a service differs from itself. */
public final class DecidableLimit {

  /** The quantile of the standard normal distribution up to which equal builds must pass: 95 %. */
  private static final double MOST = 1.645;

  /** The quantile of the standard normal distribution for a detection in nine of ten cases. */
  private static final double NEARLY_ALWAYS = 1.282;

  private DecidableLimit() {}

  /**
   * Returns the smallest limit that 95 % of equal builds are confirmed to meet.
   *
   * @param known the variance of deployments that is known from earlier builds
   * @param deployments the number of deployments of a comparison
   * @return the limit as a log ratio; NaN if the variance is not known
   */
  public static double smallest(DeploymentVariance known, int deployments) {
    return PairedChange.expectedHalfWidth(known, deployments, ErrorSpending.met(LineError.WITHIN))
        + MOST * PairedChange.standardError(known, deployments);
  }

  /**
   * Returns by how much a change must exceed its limit to be found in 90 % of comparisons.
   *
   * @param error the error rates of the limit
   * @return the excess as a log ratio; NaN if the variance is not known
   */
  public static double excess(DeploymentVariance known, int deployments, LineError error) {
    return PairedChange.expectedHalfWidth(known, deployments, error.ofBeyond())
        + NEARLY_ALWAYS * PairedChange.standardError(known, deployments);
  }

  /**
   * Returns true if a limit in percent is so strict that equal builds can't be expected to meet it
   * with the deployments of a run, by what is known from earlier builds on the same machine.
   */
  public static boolean isTooStrict(Run run, Line line) {
    Optional<Metric> metric = line.knownMetric();
    return metric.isPresent()
        && line.inPercent()
        && run.cases().stream()
            .filter(result -> result.name().equals(line.caseName()))
            .anyMatch(result -> isTooStrict(result, metric.get(), limit(line)));
  }

  /** Returns the size of a limit in percent; NaN if it is not a single number. */
  private static double limit(Line line) {
    return Math.abs(line.bound().orElse(Double.NaN));
  }

  private static boolean isTooStrict(CaseResult result, Metric metric, double percent) {
    int deployments =
        (int) result.pairs().stream().mapToInt(SlicePair::deployment).distinct().count();
    double smallest = smallest(DeploymentVariances.expected(result, metric), deployments);
    return percent < Estimate.percent(smallest); // False if the variance is not known.
  }
}
