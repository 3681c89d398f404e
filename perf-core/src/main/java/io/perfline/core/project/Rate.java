package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import java.time.Duration;

/**
 * The rate of an open model, which may rise or fall while the load is measured.
 *
 * @param from sessions per second at the start, and during the warm-up
 * @param to sessions per second after {@code over}; equal to {@code from} for a constant rate
 * @param over the time in which the rate changes; null for a constant rate
 * @param steps the number of steps with constant rates; 0 for a linear ramp
 */
@Key.Noun("a rate that changes")
public record Rate(
    @Key(value = "Sets the rate at the start of the ramp.", required = true, kind = "constant rate")
        double from,
    @Key(value = "Sets the rate at the end of the ramp.", required = true, kind = "constant rate")
        double to,
    @Key(value = "Sets the duration of the ramp.", required = true) Duration over,
    @Key(
            value = "Divides the ramp into this number of steps, each with a constant rate.",
            what = "a number of steps",
            min = 2,
            max = 1000)
        int steps)
    implements RecordSchema.Checked {

  private static final int SECONDS = 60;
  private static final double NANOS = 1e9;

  public static Rate constant(double perSecond) {
    return new Rate(perSecond, perSecond, null, 0);
  }

  /**
   * Returns the rate of a text in sessions per second.
   *
   * @param unit the unit of the denominator: s or min
   */
  static double perSecond(String number, String unit) {
    double rate = Double.parseDouble(number);
    if (!(rate > 0)) {
      throw new IllegalArgumentException("a rate is above 0");
    }
    return unit.equals("min") ? rate / SECONDS : rate;
  }

  @Override
  public void check(ParsedObject parsed) {
    if (over != null && over.isZero()) {
      parsed.fault("over", "a ramp takes longer than 0 s; a constant rate is written as 200/s");
    }
  }

  /** Returns the highest rate. */
  public double max() {
    return Math.max(from, to);
  }

  public boolean isRamp() {
    return over != null;
  }

  /** Returns the number of sessions that are due in the first {@code seconds}. */
  public double count(double seconds) {
    if (!isRamp()) {
      return from * seconds;
    }
    double end = over.toNanos() / NANOS;
    double within = Math.min(seconds, end);
    double after = to * (seconds - within);
    if (steps == 0) {
      return after + from * within + (to - from) * within * within / (2 * end);
    }
    double count = after;
    double each = end / steps;
    for (int step = 0; step < steps && step * each < within; step++) {
      count += ofStep(step) * Math.min(each, within - step * each);
    }
    return count;
  }

  /** Returns the seconds after which {@code count} sessions are due; inverts {@link #count}. */
  public double seconds(double count) {
    if (!isRamp()) {
      return count / from;
    }
    double end = over.toNanos() / NANOS;
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
    for (; step < steps - 1 && left >= ofStep(step) * each; step++) {
      left -= ofStep(step) * each;
    }
    return step * each + left / ofStep(step);
  }

  private double ofStep(int step) {
    return from + (to - from) * step / (steps - 1);
  }

  @Override
  public String toString() {
    if (!isRamp()) {
      return from == Math.rint(from) ? Long.toString((long) from) : Double.toString(from);
    }
    return "%s to %s over %d ms%s"
        .formatted(
            constant(from),
            constant(to),
            over.toMillis(),
            steps == 0 ? "" : " in %d steps".formatted(steps));
  }
}
