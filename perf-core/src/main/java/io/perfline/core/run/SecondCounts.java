package io.perfline.core.run;

import java.util.Map;

/**
 * The counts of one second of a case.
 *
 * @param index 0 for the first one after the warm-up
 * @param seconds its length in seconds; the last one of a case may be shorter
 * @param requests requests that came back in it without error
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed in it
 * @param users users or connections that were there
 * @param cpu share of its machine that a process used, 0 to 1, by name
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
