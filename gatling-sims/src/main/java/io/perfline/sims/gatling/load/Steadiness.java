package io.perfline.sims.gatling.load;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether a level has become stable, by the method of batch means (Law and Kelton, Simulation
 * Modeling and Analysis, section 9.5): of the mean page times of at least six parts that follow one
 * another, the 95 % interval of their mean is no wider to each side than is allowed, and their
 * first and second half differ by no more. Allowed is a tenth of the mean, or a twentieth of what
 * the goal calls in time when that is more: less doesn't matter to the goal.
 */
final class Steadiness {

  /** Fewer parts tell nothing. */
  static final int LEAST_PARTS = 6;

  private static final double ALLOWED_SHARE = 0.1;
  private static final double ALLOWED_OF_GOAL = 0.05;
  private static final double UPPER = 0.975;

  private final double[] means;
  private final double withinMs;

  private Steadiness(double[] means, double withinMs) {
    this.means = means;
    this.withinMs = withinMs;
  }

  /**
   * Where the stable time begins that lasts until now.
   *
   * @param parts in their order, each with one page at least
   * @return the index of the first of the longest stretch of last parts that is stable; -1 if none
   */
  static int onset(List<PageBatch> parts, double withinMs) {
    double[] means = parts.stream().mapToDouble(PageBatch::mean).toArray();
    for (int from = 0; means.length - from >= LEAST_PARTS; from++) {
      if (new Steadiness(Arrays.copyOfRange(means, from, means.length), withinMs).stable()) {
        return from;
      }
    }
    return -1;
  }

  /** Why there is no stable time among the parts' last. */
  static String reason(List<PageBatch> parts, double withinMs) {
    if (parts.size() < LEAST_PARTS) {
      return "%d parts with pages enough, and %d are needed".formatted(parts.size(), LEAST_PARTS);
    }
    double[] last =
        parts.subList(parts.size() - LEAST_PARTS, parts.size()).stream()
            .mapToDouble(PageBatch::mean)
            .toArray();
    Steadiness latest = new Steadiness(last, withinMs);
    return String.format(
        Locale.ROOT,
        "at last a page took %.0f ± %.0f ms and changed by %+.0f ms, %.0f are allowed",
        latest.mean(),
        latest.halfWidth(),
        latest.drift(),
        latest.allowed());
  }

  private boolean stable() {
    return halfWidth() <= allowed() && Math.abs(drift()) <= allowed();
  }

  private double mean() {
    return Arrays.stream(means).average().orElseThrow();
  }

  private double allowed() {
    return Math.max(ALLOWED_SHARE * mean(), ALLOWED_OF_GOAL * withinMs);
  }

  private double halfWidth() {
    int n = means.length;
    double mean = mean();
    double squares = Arrays.stream(means).map(one -> (one - mean) * (one - mean)).sum();
    double error = Math.sqrt(squares / (n - 1) / n);
    return TDistribution.of(n - 1).inverseCumulativeProbability(UPPER) * error;
  }

  private double drift() {
    int half = means.length / 2;
    double first = Arrays.stream(means, 0, half).average().orElseThrow();
    double second = Arrays.stream(means, half, means.length).average().orElseThrow();
    return second - first;
  }
}
