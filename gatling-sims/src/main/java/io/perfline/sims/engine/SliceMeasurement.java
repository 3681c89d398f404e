package io.perfline.sims.engine;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The results of a slice; see {@link Measurement} for the counts.
 *
 * @param seconds the time from the start to the planned end, or to the last response if that came
 *     later
 * @param sent the number of requests that were sent within the planned length
 * @param connections null unless an open model's connections carry one request at a time
 */
public record SliceMeasurement(
    double seconds,
    long requests,
    long messages,
    long bytes,
    Map<String, Long> errors,
    Histogram response,
    Histogram service,
    long sent,
    ConnectionUse connections) {

  public SliceMeasurement {
    errors = Map.copyOf(errors);
  }

  /** Returns the sum of this slice and the next one. */
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
        sent + next.sent,
        connections == null ? null : connections.plus(next.connections));
  }

  private static Histogram sum(Histogram one, Histogram other) {
    Histogram sum = one.copy();
    sum.add(other);
    return sum;
  }

  /** Returns whether the slice has no result, not even an error. */
  public boolean isEmpty() {
    return requests + errorCount() == 0;
  }

  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
