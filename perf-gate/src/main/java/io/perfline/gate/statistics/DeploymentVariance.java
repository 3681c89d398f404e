package io.perfline.gate.statistics;

/**
 * The difference between deployments of the same two builds: the variance of a deployment's
 * estimate around the change, what its pairs scatter by included.
 *
 * @param variance the variance of one deployment's estimate; 0 without degrees of freedom
 * @param freedom the degrees of freedom from which it was estimated; 0 if it is not known
 */
record DeploymentVariance(double variance, double freedom) {

  /** Nothing is known. */
  static final DeploymentVariance UNKNOWN = new DeploymentVariance(0, 0);

  /**
   * Estimates it from deployments whose places are swapped from one to the next. Each place has a
   * mean of its own, which takes one degree of freedom.
   *
   * @param values estimates of the deployments, in their order
   */
  static DeploymentVariance of(double[] values) {
    double square = 0;
    for (int place = 0; place < 2; place++) {
      double mean = PairedChange.meanOfPlace(values, place);
      for (int i = place; i < values.length; i += 2) {
        square += (values[i] - mean) * (values[i] - mean);
      }
    }
    return values.length <= 2
        ? UNKNOWN
        : new DeploymentVariance(square / (values.length - 2), values.length - 2.0);
  }
}
