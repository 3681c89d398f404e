package io.perfline.core.run;

import java.util.Map;

/**
 * The counts of one second of a case.
 *
 * @param index the index of the second; 0 is the first one after the warm-up
 * @param seconds its length in seconds; the last one of a case may be shorter
 * @param requests the number of requests without error that were answered in it
 * @param messages the number of messages in them
 * @param bytes their payload in bytes
 * @param errors the number of requests that failed in it
 * @param users the number of users or connections
 * @param cpu the share of its machine's CPU that a process used, from 0 to 1, by name
 */
public record SecondCounts(
    int index,
    double seconds,
    long requests,
    long messages,
    long bytes,
    long errors,
    int users,
    Map<String, Double> cpu) {

  public SecondCounts {
    cpu = Map.copyOf(cpu);
  }
}
