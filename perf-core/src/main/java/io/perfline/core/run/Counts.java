package io.perfline.core.run;

import io.perfline.core.command.OutsideText;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * The requests of a period, counted. Sums are exact.
 *
 * @param requests the number of requests without error (a batch is one)
 * @param messages the number of messages in them
 * @param bytes their payload in bytes
 * @param errors the number of requests that failed or were never answered, by error kind, in the
 *     order of the kinds
 * @param responseTime the times from the intended send time to the response, for requests without
 *     error; null if they are unknown
 * @param serviceTime the times from the actual send time to the response; null likewise
 */
public record Counts(
    long requests,
    long messages,
    long bytes,
    Map<String, Long> errors,
    TimeDistribution responseTime,
    TimeDistribution serviceTime) {

  private static final TimeDistribution NO_TIMES = TimeDistribution.of(new Histogram(3));

  /** No request at all. */
  public static final Counts NONE = new Counts(0, 0, 0, Map.of(), NO_TIMES, NO_TIMES);

  /** The kind of errors that are known only by their number. */
  private static final String ANY_KIND = "error";

  public Counts {
    Map<String, Long> readable = new TreeMap<>();
    errors.forEach((kind, count) -> readable.merge(OutsideText.visible(kind), count, Long::sum));
    errors = Collections.unmodifiableMap(readable);
  }

  /** Creates counts with a number of errors, whose kinds are unknown. */
  public Counts(
      long requests,
      long messages,
      long bytes,
      long errors,
      TimeDistribution responseTime,
      TimeDistribution serviceTime) {
    this(
        requests,
        messages,
        bytes,
        errors == 0 ? Map.of() : Map.of(ANY_KIND, errors),
        responseTime,
        serviceTime);
  }

  /** Returns counts of requests of one message each, whose size is unknown, and of no error. */
  public static Counts of(long requests, TimeDistribution response, TimeDistribution service) {
    return new Counts(requests, requests, 0, Map.of(), response, service);
  }

  /** Returns the sum of counts. Times that one of them lacks are unknown. */
  public static Counts sum(Collection<Counts> parts) {
    Map<String, Long> errors = new TreeMap<>();
    parts.forEach(part -> part.errors.forEach((kind, n) -> errors.merge(kind, n, Long::sum)));
    return new Counts(
        sum(parts, Counts::requests),
        sum(parts, Counts::messages),
        sum(parts, Counts::bytes),
        errors,
        merged(parts, Counts::responseTime),
        merged(parts, Counts::serviceTime));
  }

  private static long sum(Collection<Counts> parts, ToLongFunction<Counts> count) {
    return parts.stream().mapToLong(count).sum();
  }

  private static TimeDistribution merged(
      Collection<Counts> parts, Function<Counts, TimeDistribution> times) {
    List<TimeDistribution> all = parts.stream().map(times).toList();
    return all.stream().anyMatch(Objects::isNull) ? null : TimeDistribution.merge(all);
  }

  public Counts plus(Counts more) {
    return sum(List.of(this, more));
  }

  /** Returns these counts with other errors, by kind. */
  public Counts withErrors(Map<String, Long> byKind) {
    return new Counts(requests, messages, bytes, byKind, responseTime, serviceTime);
  }

  /** Returns these counts with other times; null for those that are unknown. */
  public Counts withTimes(TimeDistribution response, TimeDistribution service) {
    return new Counts(requests, messages, bytes, errors, response, service);
  }

  /** Returns the number of requests that failed or were never answered. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of all requests, with and without error. */
  public long all() {
    return requests + errorCount();
  }
}
