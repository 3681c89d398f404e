package io.perfline.sims.engine;

import java.time.Duration;

/**
 * A rate that changes from the start of the measured period on.
 *
 * @param from requests per second at the start, and before it
 * @param to requests per second after {@code over}
 * @param steps the number of constant rates in between; 0 for a continuous ramp
 */
public record Ramp(double from, double to, Duration over, int steps) {

  /** Returns the number of requests that are due in the first {@code seconds}. */
  double count(double seconds) {
    double end = over.toNanos() / 1e9;
    double within = Math.min(seconds, end);
    double after = to * (seconds - within);
    if (steps == 0) {
      return after + from * within + (to - from) * within * within / (2 * end);
    }
    double count = after;
    double each = end / steps;
    for (int step = 0; step < steps && step * each < within; step++) {
      count += rate(step) * Math.min(each, within - step * each);
    }
    return count;
  }

  /** Returns the seconds after which {@code count} requests are due; inverts {@link #count}. */
  double seconds(double count) {
    double end = over.toNanos() / 1e9;
    double all = count(end);
    if (count >= all) {
      return end + (count - all) / to;
    }
    if (steps == 0) {
      double slope = (to - from) / end;
      // This form of the quadratic formula is exact where the slope is small.
      return 2 * count / (from + Math.sqrt(from * from + 2 * slope * count));
    }
    double each = end / steps;
    double left = count;
    int step = 0;
    for (; step < steps - 1 && left >= rate(step) * each; step++) {
      left -= rate(step) * each;
    }
    return step * each + left / rate(step);
  }

  private double rate(int step) {
    return from + (to - from) * step / (steps - 1);
  }
}
