package io.perfline.gate.why;

import java.time.Instant;
import java.util.List;

/**
 * One event of a recording.
 *
 * @param stack the frames, beginning with the innermost
 * @param weight the number of samples, bytes, or microseconds of waiting, depending on the resource
 * @param on what a wait is for, such as {@code socket 127.0.0.1:5432}; null if it is not a wait
 */
record StackSample(
    Resource resource,
    List<StackFrame> stack,
    double weight,
    Instant start,
    Instant end,
    String on) {

  StackSample(
      Resource resource, List<StackFrame> stack, double weight, Instant start, Instant end) {
    this(resource, stack, weight, start, end, null);
  }

  StackSample times(double part) {
    return new StackSample(resource, stack, weight * part, start, end, on);
  }
}
