package io.perfline.gate.why;

/** By what the weights of either side's samples become an amount. */
record SampleWeight(double baseline, double candidate) {

  static SampleWeight ofBoth(double factor) {
    return new SampleWeight(factor, factor);
  }

  double of(boolean ofCandidate) {
    return ofCandidate ? candidate : baseline;
  }
}
