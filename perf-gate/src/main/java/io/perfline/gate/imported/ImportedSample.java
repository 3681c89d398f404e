package io.perfline.gate.imported;

import java.util.Map;

/**
 * A request as a tool recorded it.
 *
 * @param name the tool's name for the request, preceded by its method if the tool reports it
 * @param endUs the time at which the request ended, in microseconds since the epoch
 * @param serviceUs the time from the actual send time to the response, in microseconds; {@link
 *     #UNKNOWN} if the tool does not report it
 * @param responseUs the time from the intended send time to the response, in microseconds; {@link
 *     #UNKNOWN} if the tool does not report it
 * @param error the kind of failure; null if the request succeeded
 * @param bytes the size of the response; 0 if the tool does not report it
 * @param users the number of active users; 0 if the tool does not report it
 * @param tags the scenario and other parameters; equal maps are the same object, which makes
 *     comparing them fast
 * @param idleUs the pauses within the request that its time does not include, such as JMeter's
 *     timers in a transaction, in microseconds
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

  /** Returns the name preceded by the method, such as {@code GET /orders}. */
  static String name(String method, String name) {
    return method.isEmpty() ? name : method + " " + name;
  }

  /**
   * Returns the intended send time, or the actual one if that is all the tool reports, in
   * microseconds since the epoch.
   */
  long startUs() {
    return endUs - idleUs - Math.max(serviceUs, responseUs);
  }
}
