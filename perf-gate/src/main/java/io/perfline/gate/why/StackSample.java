package io.perfline.gate.why;

import java.time.Instant;
import java.util.List;

/**
 * One event of a recording.
 *
 * @param stack the frames, beginning with the innermost
 * @param weight the number of samples, bytes, or microseconds of waiting, depending on the resource
 */
record StackSample(
    Resource resource, List<StackFrame> stack, double weight, Instant start, Instant end) {

  StackSample times(double part) {
    return new StackSample(resource, stack, weight * part, start, end);
  }
}
