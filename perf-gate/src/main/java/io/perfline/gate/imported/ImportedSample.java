package io.perfline.gate.imported;

import java.util.Map;

/**
 * A request as a tool recorded it.
 *
 * @param name the tool's name for it, with the method before it where the tool knows that
 * @param endUs the time of its end, in microseconds since the epoch
 * @param serviceUs the time from the actual send time to the response; {@link #UNKNOWN} if the tool
 *     does not report it
 * @param responseUs the time from the intended send time to the response, or {@link #UNKNOWN}
 * @param error the kind of failure; null when it succeeded
 * @param bytes size of its answer; 0 where the tool doesn't know it
 * @param users the number of active users; 0 if the tool does not report it
 * @param tags the scenario and other parameters; equal ones are the same object, so that comparing
 *     them is fast
 * @param idleUs pauses within it that aren't part of its time, such as JMeter's timers in a
 *     transaction
 */
record ImportedSample(
    String name,
    long endUs,
    long serviceUs,
    long responseUs,
    String error,
    long bytes,
    int users,
    Map<String, String> tags,
    long idleUs) {

  static final long UNKNOWN = -1;

  /** Returns the name with its method, such as {@code GET /orders}. */
  static String name(String method, String name) {
    return method.isEmpty() ? name : method + " " + name;
  }

  /** When it was sent, or should have been, in microseconds since the epoch. */
  long startUs() {
    return endUs - idleUs - Math.max(serviceUs, responseUs);
  }
}
