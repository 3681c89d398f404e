package io.perfline.sims.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The results of a load.
 *
 * @param warmUp the duration of the load before the measured period
 * @param steady whether the response times of the measured period do not fall; in fewer than four
 *     seconds, whether they were steady at the end of the warm-up; null if that was not tested
 * @param start the start of the measured period
 * @param end the end of the measured period, or the last response of an open model if that is later
 * @param requests the number of requests answered without error
 * @param messages the number of messages in them
 * @param bytes the payload in them
 * @param errors the number of requests that failed, were never answered or were never sent, by kind
 * @param response microseconds from the intended send time to the response
 * @param service microseconds from the actual send time to the response
 * @param sent the number of requests that were sent within the measured period
 * @param silence the time from the last response to the period's end, or to the last due request of
 *     an open model; zero if the response came later
 * @param acknowledged all acknowledged messages, also those outside the measured period
 * @param parts the results of each exchange, if a request consists of several
 * @param health the state of the generator
 * @param connections null unless an open model's connections carry one request at a time
 */
public record Measurement(
    Duration warmUp,
    Boolean steady,
    Instant start,
    Instant end,
    long requests,
    long messages,
    long bytes,
    Map<String, Long> errors,
    Histogram response,
    Histogram service,
    long sent,
    double sentPerSecond,
    Duration silence,
    long acknowledged,
    List<Part> parts,
    GeneratorHealth health,
    ConnectionUse connections) {

  public Measurement {
    errors = Map.copyOf(errors);
    parts = List.copyOf(parts);
  }

  /** Returns the due requests per second of the measured period; null in a closed model. */
  public Double intendedRate(Load load) {
    if (!load.open()) {
      return null;
    }
    return load.arrivals() == Load.Arrivals.SEQUENCE
        ? due() * 1e9 / load.duration().toNanos()
        : load.intendedRate();
  }

  /**
   * Returns whether the service is too slow for the rate: requests waited for connections although
   * their number suffices.
   */
  public boolean isOverload() {
    return connections != null && connections.suffices() && connections.isExhausted(due());
  }

  /** Returns why the load was not the open model that was planned; null if it was. */
  public String connectionProblem() {
    return connections == null ? null : connections.problem(due());
  }

  private long due() {
    return requests + errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The results of one of several exchanges that make up a request.
   *
   * @param errors failures by kind
   * @param response microseconds; for the first part from the intended send time, else as service
   * @param service microseconds from the actual send time to the answer
   */
  public record Part(
      long requests, Map<String, Long> errors, Histogram response, Histogram service) {

    public Part {
      errors = Map.copyOf(errors);
    }
  }
}
