package io.perfline.gate.why;

/** What fell into each slice of the pairs, on either side. */
final class PairSums {

  private final double[] candidate;
  private final double[] baseline;
  private int samples;

  PairSums(int pairs) {
    candidate = new double[pairs];
    baseline = new double[pairs];
  }

  void add(int pair, boolean ofCandidate, double weight) {
    (ofCandidate ? candidate : baseline)[pair] += weight;
    samples++;
  }

  double[] candidate() {
    return candidate;
  }

  double[] baseline() {
    return baseline;
  }

  /** How many samples there are. */
  int samples() {
    return samples;
  }
}
