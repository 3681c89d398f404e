package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reports on equal builds that were compared on purpose: how much two starts of it differ, which
 * changes later comparisons will find, and which limits they can't decide within their budget.
 */
public final class NoiseReport {

  /** The points beyond its limit at which the time of a detection is stated, in percent. */
  private static final double BEYOND = 5;

  private static final double SECONDS_PER_MINUTE = 60;

  /**
   * How much a metric of a case differs from itself.
   *
   * @param startsPercent the standard deviation of the effects of starts, in percent
   * @param decidablePercent the smallest limit that can be decided
   * @param found the changes that comparisons will find, the sooner first; empty if they can't
   *     decide the limit
   */
  public record Noise(
      Threshold threshold,
      String caseName,
      double startsPercent,
      double decidablePercent,
      List<Detection> found) {}

  /** A change that comparisons will find, with the time that they need. */
  public record Detection(double percent, double minutes) {}

  private final Run run;
  private final Thresholds thresholds;
  private final Duration budget;
  private final SharedError error;
  private final List<Noise> all = new ArrayList<>();

  private NoiseReport(Run run, Thresholds thresholds, Duration budget) {
    this.run = run;
    this.thresholds = thresholds;
    this.budget = budget;
    error =
        SharedError.of(
            thresholds, run.catalogue(), entry -> entry.profiles().contains(run.profile()));
  }

  /**
   * Returns the noise under each limit; empty if the run compared builds that differ.
   *
   * @param budget the time of a comparison, with deployments and warm-ups
   */
  public static List<Noise> of(Run run, Thresholds thresholds, Duration budget) {
    NoiseReport report = new NoiseReport(run, thresholds, budget);
    RunBaseline baseline = run.baseline();
    if (baseline != null && (baseline.comparesItself() || baseline.equalBuilds())) {
      run.cases().stream().filter(result -> !result.pairs().isEmpty()).forEach(report::add);
    }
    return List.copyOf(report.all);
  }

  private void add(CaseResult result) {
    for (Threshold threshold : thresholds.thresholds()) {
      if (thresholds.inPairs(threshold)
          && threshold.names(result.name(), result.target())
          && threshold.pass().limit().unit() == Unit.PERCENT) {
        variance(threshold.asJudged(result), threshold.metric())
            .ifPresent(known -> add(result, threshold, known));
      }
    }
  }

  private Optional<DeploymentVariance> variance(CaseResult result, Metric metric) {
    return new PairedComparison(metric, thresholds.validRun(), run.baseline())
        .variance(result)
        .map(found -> DeploymentVariance.expectedAfter(List.of(found)))
        .filter(expected -> expected.freedom() > 0);
  }

  private void add(CaseResult result, Threshold threshold, DeploymentVariance known) {
    double seconds = secondsOfDeployment(result);
    int most = (int) Math.max(4, 2 * Math.floor(budget.toSeconds() / seconds / 2));
    double limit = Math.abs(threshold.pass().limit().value());
    double decidable = Estimate.percent(DecidableLimit.smallest(known, most));
    all.add(
        new Noise(
            threshold,
            result.name(),
            Estimate.percent(Math.sqrt(known.variance())),
            decidable,
            limit < decidable
                ? List.of()
                : found(known, limit, error.of(threshold), most, seconds)));
  }

  private static List<Detection> found(
      DeploymentVariance known, double limit, LineError error, int most, double seconds) {
    double smallest = limit + Estimate.percent(DecidableLimit.excess(known, most, error));
    int deployments = 4;
    while (deployments < most
        && Estimate.percent(DecidableLimit.excess(known, deployments, error)) > BEYOND) {
      deployments += 2;
    }
    double minutes = Math.ceil(deployments * seconds / SECONDS_PER_MINUTE);
    return limit + BEYOND > smallest
        ? List.of(
            new Detection(limit + BEYOND, minutes),
            new Detection(smallest, Math.ceil(most * seconds / SECONDS_PER_MINUTE)))
        : List.of(new Detection(smallest, minutes));
  }

  /** Returns the time per deployment, which all cases of the run share. */
  private double secondsOfDeployment(CaseResult result) {
    long deployments = result.pairs().stream().map(SlicePair::deployment).distinct().count();
    return Math.max(1, Duration.between(run.started(), run.ended()).toMillis() / 1e3 / deployments);
  }
}
