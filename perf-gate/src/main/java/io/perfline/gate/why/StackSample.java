package io.perfline.gate.why;

import java.time.Instant;
import java.util.List;

/**
 * One event of a recording.
 *
 * @param stack the innermost frame first
 * @param weight samples, bytes, or microseconds of waiting
 * @param start its start
 * @param end its end
 */
record StackSample(
    Resource resource, List<StackFrame> stack, double weight, Instant start, Instant end) {

  StackSample times(double part) {
    return new StackSample(resource, stack, weight * part, start, end);
  }
}
