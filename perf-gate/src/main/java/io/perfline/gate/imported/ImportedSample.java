package io.perfline.gate.imported;

import java.util.Map;

/**
 * A request as a tool recorded it.
 *
 * @param name what the tool calls it
 * @param endUs when it ended, in microseconds since the epoch
 * @param serviceUs from the actual send time to the answer
 * @param responseUs from the intended send time to the answer; {@link #UNKNOWN} where the tool
 *     doesn't know it
 * @param error what kind of failure; null when it succeeded
 * @param bytes of its answer; 0 where the tool doesn't say
 * @param users that were there; 0 where the tool doesn't say
 * @param tags the scenario and whatever else the tool says of it; the same object where they are
 *     the same, so that they compare fast
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

  ImportedSample(
      String name,
      long endUs,
      long serviceUs,
      long responseUs,
      String error,
      long bytes,
      int users,
      Map<String, String> tags) {
    this(name, endUs, serviceUs, responseUs, error, bytes, users, tags, 0);
  }

  /** When it began, with the pauses within it. */
  long sentUs() {
    return startUs() - idleUs;
  }

  /** When it was sent, or should have been, in microseconds since the epoch. */
  long startUs() {
    return endUs - Math.max(serviceUs, responseUs);
  }
}
