package io.perfline.gate.prove;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The change of a metric that a comparison is expected to confirm, calculated before it is
 * measured.
 *
 * @param limit the limit in percent, without its sign
 * @param plusMinus half of the confidence interval after all of the load, in percent
 * @param runs the number of earlier verdicts on which this is based; 0 if the scatter is assumed
 */
public record ExpectedDetectableChange(
    String caseName, String metric, double limit, double plusMinus, int runs) {

  /** The scatter of pairs that is assumed without earlier verdicts, as a log ratio. */
  public static final double DEFAULT_SCATTER = 0.05;

  /**
   * The difference between starts of a build that is assumed without earlier verdicts, as a log
   * ratio.
   */
  public static final double DEFAULT_EFFECT = 0.01;

  /** The maximum number of deployments of a comparison, unless it is configured. */
  private static final int DEPLOYMENTS = 8;

  /**
   * Returns the expectations for the cases of a profile, beginning with the smallest change.
   *
   * @param earlier the verdicts on earlier runs of the profile
   */
  public static List<ExpectedDetectableChange> of(
      Thresholds thresholds,
      List<CatalogueEntry> catalogue,
      String profile,
      List<Verdict> earlier) {
    return catalogue.stream()
        .filter(entry -> entry.pairs() != null && entry.pairs().most().containsKey(profile))
        .flatMap(
            entry ->
                thresholds.thresholds().stream()
                    .filter(thresholds::inPairs)
                    .filter(threshold -> !threshold.metric().rare())
                    // Memory has one value per deployment, which the scatter of pairs does not
                    // predict.
                    .filter(threshold -> threshold.metric().memory().isEmpty())
                    .filter(threshold -> threshold.names(entry.name(), entry.target()))
                    .map(threshold -> of(threshold, entry, profile, earlier)))
        .sorted(Comparator.comparingDouble(ExpectedDetectableChange::smallest))
        .toList();
  }

  private static ExpectedDetectableChange of(
      Threshold threshold, CatalogueEntry entry, String profile, List<Verdict> earlier) {
    int pairs = entry.pairs().most().get(profile);
    double[] halves =
        earlier.stream()
            .flatMap(verdict -> verdict.lines().stream())
            .filter(line -> line.threshold().equals(threshold.id()))
            .filter(line -> line.caseName().equals(entry.name()))
            .flatMap(line -> half(line, pairs).stream())
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    return new ExpectedDetectableChange(
        entry.name(),
        threshold.metric().id(),
        Math.abs(threshold.pass().limit().value()),
        halves.length == 0 ? byDefault(pairs) : halves[halves.length / 2],
        halves.length);
  }

  /** Returns half of an earlier interval, narrowed by the square root of the ratio of pairs. */
  private static Optional<Double> half(Line line, int pairs) {
    if (line.interval() == null || !line.interval().hasBothEnds() || line.samples() <= 0) {
      return Optional.empty();
    }
    double half =
        (Math.log1p(line.interval().high() / 100) - Math.log1p(line.interval().low() / 100)) / 2;
    double narrower = Math.sqrt(Math.min(1, (double) line.samples() / pairs));
    return Optional.of(100 * Math.expm1(half * narrower)).filter(Double::isFinite);
  }

  /** Returns half of the interval that the gate would compute for evenly scattered pairs. */
  private static double byDefault(int pairs) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    int each = Math.max(1, pairs / DEPLOYMENTS);
    double[][] ratios = new double[DEPLOYMENTS][each];
    for (int deployment = 0; deployment < DEPLOYMENTS; deployment++) {
      double effect =
          DEFAULT_EFFECT
              * normal.inverseCumulativeProbability((deployment / 2 + 0.5) / (DEPLOYMENTS / 2));
      for (int i = 0; i < each; i++) {
        // The values are not sorted, because neighbouring pairs do not depend on each other.
        double rank = ((i * 7L) % each + 0.5) / each;
        ratios[deployment][i] =
            effect + DEFAULT_SCATTER * normal.inverseCumulativeProbability(rank);
      }
    }
    Estimate estimate = PairedChange.of(ratios, LineError.WITHIN);
    return 100 * Math.expm1((estimate.high() - estimate.low()) / 2);
  }

  /**
   * Returns the smallest change that is expected to be confirmed as exceeding the limit, in
   * percent.
   */
  public double smallest() {
    return limit + plusMinus;
  }

  /** Returns true if even equal builds can't be expected to meet the limit. */
  public boolean isTooStrict() {
    return !(plusMinus < limit);
  }

  /** Describes the expectation, such as {@code paired/orders cpu from +5.2 %}. */
  public String text() {
    return Double.isFinite(plusMinus)
        ? String.format(Locale.ROOT, "%s %s from +%.1f %%", caseName, metric, smallest())
        : "%s %s never".formatted(caseName, metric);
  }
}
