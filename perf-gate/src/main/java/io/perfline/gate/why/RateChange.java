package io.perfline.gate.why;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The change of an amount per message, from slices in pairs. Each build's rate is a ratio of sums;
 * the standard error is that of a ratio estimator (Cochran, Sampling Techniques, 1977, 2.11) with
 * the slices of a pair combined, because both share the same disturbances.
 *
 * @param baseline the baseline's rate
 * @param candidate the candidate's
 * @param standardError of their difference
 */
record RateChange(double baseline, double candidate, double standardError, int pairs) {

  /**
   * @param sums amounts by slice
   * @param messages in each slice
   */
  static RateChange of(PairSums sums, PairSums messages) {
    int n = sums.candidate().length;
    double ofCandidate = ratio(sums.candidate(), messages.candidate());
    double ofBaseline = ratio(sums.baseline(), messages.baseline());
    double meanCandidate = Arrays.stream(messages.candidate()).sum() / n;
    double meanBaseline = Arrays.stream(messages.baseline()).sum() / n;
    double squares =
        IntStream.range(0, n)
            .mapToDouble(
                i ->
                    (sums.candidate()[i] - ofCandidate * messages.candidate()[i]) / meanCandidate
                        - (sums.baseline()[i] - ofBaseline * messages.baseline()[i]) / meanBaseline)
            .map(residual -> residual * residual)
            .sum();
    return new RateChange(ofBaseline, ofCandidate, Math.sqrt(squares / n / (n - 1.0)), n);
  }

  private static double ratio(double[] amounts, double[] messages) {
    return Arrays.stream(amounts).sum() / Arrays.stream(messages).sum();
  }

  RateChange times(double factor) {
    return new RateChange(baseline * factor, candidate * factor, standardError * factor, pairs);
  }

  double value() {
    return candidate - baseline;
  }

  /** Returns half of the interval's width. */
  double half(double error) {
    return TDistribution.of(pairs - 1.0).inverseSurvivalProbability(error / 2) * standardError;
  }
}
