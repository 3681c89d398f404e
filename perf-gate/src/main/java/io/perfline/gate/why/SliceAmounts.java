package io.perfline.gate.why;

import java.util.Arrays;

/** The amounts in each slice, for both builds of each pair. */
final class SliceAmounts {

  private final double[] candidate;
  private final double[] baseline;
  private int samples;

  SliceAmounts(int pairs) {
    candidate = new double[pairs];
    baseline = new double[pairs];
  }

  void add(int pair, boolean ofCandidate, double weight) {
    (ofCandidate ? candidate : baseline)[pair] += weight;
    samples++;
  }

  /** Returns these amounts multiplied by a factor for each build. */
  SliceAmounts times(SampleWeight factor) {
    SliceAmounts product = new SliceAmounts(candidate.length);
    for (int pair = 0; pair < candidate.length; pair++) {
      product.candidate[pair] = candidate[pair] * factor.candidate();
      product.baseline[pair] = baseline[pair] * factor.baseline();
    }
    product.samples = samples;
    return product;
  }

  double[] candidate() {
    return candidate;
  }

  double[] baseline() {
    return baseline;
  }

  double sum(boolean ofCandidate) {
    return Arrays.stream(ofCandidate ? candidate : baseline).sum();
  }

  int samples() {
    return samples;
  }

  /** The factors for both builds that convert the weights of samples to amounts. */
  record SampleWeight(double baseline, double candidate) {

    static SampleWeight ofBoth(double factor) {
      return new SampleWeight(factor, factor);
    }

    double of(boolean ofCandidate) {
      return ofCandidate ? candidate : baseline;
    }
  }
}
