package io.perfline.sims.engine;

import io.perfline.core.run.Counted;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Received;
import io.perfline.core.run.WarmUpRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The results of a load.
 *
 * @param warmUp the duration of the load before the measured period
 * @param steady whether the response times of the measured period do not fall; in fewer than four
 *     seconds, whether they were steady at the end of the warm-up; null if that was not tested
 * @param start the start of the measured period
 * @param end the end of the measured period, or the last response of an open model if that is later
 * @param counts the requests of the measured period; errors include those that were never sent
 * @param sent the number of requests that were sent within the measured period
 * @param silence the time from the last response to the period's end, or to the last due request of
 *     an open model; zero if the response came later
 * @param acknowledged all acknowledged messages, also those outside the measured period
 * @param warmUpRequests the requests of the load before the measured period
 * @param received what was received in the measured period; null in a closed model
 * @param parts the counts of each exchange, if a request consists of several; the response time of
 *     the first one is that from the intended send time, of the others the service time
 * @param health the state of the generator
 * @param connections null unless an open model's connections carry one request at a time
 */
public record Measurement(
    Duration warmUp,
    Boolean steady,
    Instant start,
    Instant end,
    Counts counts,
    long sent,
    double sentPerSecond,
    Duration silence,
    long acknowledged,
    WarmUpRequests warmUpRequests,
    Received received,
    List<Part> parts,
    GeneratorHealth health,
    ConnectionUse connections)
    implements Counted {

  /**
   * One of several exchanges that make up a request.
   *
   * @param received what was received in the measured period; null in a closed model
   */
  public record Part(Counts counts, Received received) implements Counted {}

  public Measurement {
    parts = List.copyOf(parts);
  }

  /** Returns the due requests per second of the measured period; null in a closed model. */
  public Double intendedRate(Load load) {
    if (!load.open()) {
      return null;
    }
    return load.arrivals() == Load.Arrivals.SEQUENCE
        ? counts.all() * 1e9 / load.duration().toNanos()
        : load.intendedRate();
  }

  /**
   * Returns whether the service is too slow for the rate: requests waited for connections although
   * their number suffices.
   */
  public boolean isOverload() {
    return connections != null && connections.suffices() && connections.isExhausted(counts.all());
  }

  /** Returns why the load was not the open model that was planned; null if it was. */
  public String connectionProblem() {
    return connections == null ? null : connections.problem(counts.all());
  }
}
