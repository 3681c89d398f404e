package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reports on equal builds that were compared on purpose: how much two starts of it differ, which
 * changes later comparisons will find, and which limits they can't decide within their budget.
 */
public final class NoiseReport {

  /** The step of proposed limits, in percent. */
  private static final double STEP = 0.5;

  /** The points beyond its limit at which the time of a detection is stated, in percent. */
  private static final double BEYOND = 5;

  private static final double SECONDS_PER_MINUTE = 60;

  private final Run run;
  private final Thresholds thresholds;
  private final Duration budget;
  private final SharedError error;
  private final List<String> lines = new ArrayList<>();

  private NoiseReport(Run run, Thresholds thresholds, Duration budget) {
    this.run = run;
    this.thresholds = thresholds;
    this.budget = budget;
    error =
        SharedError.of(
            thresholds, run.catalogue(), entry -> entry.profiles().contains(run.profile()));
  }

  /**
   * Returns the lines of the report; empty if the run compared builds that differ.
   *
   * @param budget the time of a comparison, with deployments and warm-ups
   */
  public static List<String> of(Run run, Thresholds thresholds, Duration budget) {
    NoiseReport report = new NoiseReport(run, thresholds, budget);
    RunBaseline baseline = run.baseline();
    if (baseline != null && (baseline.comparesItself() || baseline.equalBuilds())) {
      run.cases().stream().filter(result -> !result.pairs().isEmpty()).forEach(report::add);
    }
    return List.copyOf(report.lines);
  }

  private void add(CaseResult result) {
    for (Threshold threshold : thresholds.thresholds()) {
      if (thresholds.inPairs(threshold)
          && threshold.names(result.name(), result.target())
          && threshold.pass().limit().unit() == Unit.PERCENT) {
        variance(result, threshold.metric()).ifPresent(known -> add(result, threshold, known));
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
    double alarm = error.of(threshold).alarm();
    double decidable = Estimate.percent(DecidableLimit.smallest(known, most));
    String name = "%s of %s".formatted(threshold.metric().word(), result.name());
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: two starts of this build differ by ±%.1f %%; %s",
            name,
            Estimate.percent(Math.sqrt(known.variance())),
            limit < decidable
                ? tooStrict(threshold, decidable)
                : found(known, limit, alarm, most, seconds)));
  }

  private String tooStrict(Threshold threshold, double decidable) {
    String sign = threshold.pass().operator().fromAbove() ? "<= +" : ">= -";
    return String.format(
        Locale.ROOT,
        "the limit of %s can't be decided here within %d min, this one can: {id: %s, pass: \"%s%.1f"
            + " %%\"}",
        threshold.pass().limit().text(),
        budget.toMinutes(),
        threshold.id(),
        sign,
        STEP * Math.ceil(decidable / STEP));
  }

  private static String found(
      DeploymentVariance known, double limit, double alarm, int most, double seconds) {
    double smallest = limit + Estimate.percent(DecidableLimit.excess(known, most, alarm));
    int deployments = 4;
    while (deployments < most
        && Estimate.percent(DecidableLimit.excess(known, deployments, alarm)) > BEYOND) {
      deployments += 2;
    }
    boolean sooner = limit + BEYOND > smallest;
    return String.format(
        Locale.ROOT,
        "a change of %.1f %% will be found in about %.0f min%s",
        sooner ? limit + BEYOND : smallest,
        Math.ceil(deployments * seconds / SECONDS_PER_MINUTE),
        sooner
            ? String.format(
                Locale.ROOT,
                ", one of %.1f %% in %.0f min",
                smallest,
                Math.ceil(most * seconds / SECONDS_PER_MINUTE))
            : "");
  }

  /** Returns the time per deployment, which all cases of the run share. */
  private double secondsOfDeployment(CaseResult result) {
    long deployments = result.pairs().stream().map(SlicePair::deployment).distinct().count();
    return Math.max(1, Duration.between(run.started(), run.ended()).toMillis() / 1e3 / deployments);
  }
}
