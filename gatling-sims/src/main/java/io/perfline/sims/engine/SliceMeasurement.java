package io.perfline.sims.engine;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What a slice brought.
 *
 * @param seconds from its begin to its planned end, or to the last answer when that came later
 * @param requests requests that came back without error
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed, never came back or never went out, by kind
 * @param response from the intended send time to the answer, microseconds
 * @param service from the actual send time to the answer, microseconds
 * @param sent requests that went out within the planned length
 */
public record SliceMeasurement(
    double seconds,
    long requests,
    long messages,
    long bytes,
    Map<String, Long> errors,
    Histogram response,
    Histogram service,
    long sent) {

  public SliceMeasurement {
    errors = Map.copyOf(errors);
  }

  /** Both as one, one behind the other. */
  public SliceMeasurement plus(SliceMeasurement next) {
    Map<String, Long> both = new TreeMap<>(errors);
    next.errors.forEach((kind, count) -> both.merge(kind, count, Long::sum));
    return new SliceMeasurement(
        seconds + next.seconds,
        requests + next.requests,
        messages + next.messages,
        bytes + next.bytes,
        both,
        sum(response, next.response),
        sum(service, next.service),
        sent + next.sent);
  }

  private static Histogram sum(Histogram one, Histogram other) {
    Histogram sum = one.copy();
    sum.add(other);
    return sum;
  }

  /** Whether no request of it has an outcome, not even an error. */
  public boolean isEmpty() {
    return requests + errorCount() == 0;
  }

  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
