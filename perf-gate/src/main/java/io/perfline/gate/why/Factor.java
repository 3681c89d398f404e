package io.perfline.gate.why;

/** By what the weights of either side's samples become an amount. */
record Factor(double baseline, double candidate) {

  static Factor ofBoth(double factor) {
    return new Factor(factor, factor);
  }

  double of(boolean ofCandidate) {
    return ofCandidate ? candidate : baseline;
  }
}
