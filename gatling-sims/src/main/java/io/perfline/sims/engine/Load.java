package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestListener;
import java.time.Duration;

/**
 * How load is driven. Connections and rate are those of the whole load, of which this generator may
 * have a shard.
 *
 * @param arrivals what makes a request go out
 * @param connections how many connections
 * @param inFlight most requests unanswered on a connection; in an open model only a bound on
 *     memory: a request that finds it reached goes out late, and its wait counts
 * @param ratePerSecond intended requests per second over all connections; 0 in the closed model
 * @param warmUp load that runs before and isn't counted, at least so long
 * @param warmUpMost how long it runs at most while it isn't steady; the same for a fixed length
 * @param duration load that counts
 * @param timeout when a request counts as unanswered
 * @param seed of the open model's random arrivals
 * @param shard this generator's part of it
 */
public record Load(
    Arrivals arrivals,
    int connections,
    int inFlight,
    double ratePerSecond,
    Duration warmUp,
    Duration warmUpMost,
    Duration duration,
    Duration timeout,
    long seed,
    Shard shard) {

  public enum Arrivals {
    /** An answer to an earlier one: the most that the server can do. */
    CLOSED,
    /** The clock, at equal distances. */
    CONSTANT,
    /** The clock, at random distances, as independent users come. */
    POISSON
  }

  public Load {
    if (connections < 1 || inFlight < 1 || inFlight > 1 << RequestListener.SLOT_BITS) {
      throw new IllegalArgumentException(
          "connections %d, in flight %d: at least 1 each, at most %d in flight"
              .formatted(connections, inFlight, 1 << RequestListener.SLOT_BITS));
    }
    if (arrivals != Arrivals.CLOSED && !(ratePerSecond > 0)) {
      throw new IllegalArgumentException("an open model needs a rate above 0");
    }
  }

  /** The same load with other random arrivals. */
  Load withSeed(long other) {
    return new Load(
        arrivals,
        connections,
        inFlight,
        ratePerSecond,
        warmUp,
        warmUpMost,
        duration,
        timeout,
        other,
        shard);
  }

  /**
   * Whether the warm-up goes on until the load is steady. Shards of a load keep to the shortest:
   * they can't ask each other, and have to begin to count together.
   */
  public boolean mayWarmUpLonger() {
    return warmUpMost.compareTo(warmUp) > 0 && shard.start() == null;
  }

  /** How many of the connections are this generator's. */
  public int ownConnections() {
    return shard.part(connections);
  }

  /** The requests a second that this generator intends; 0 in the closed model. */
  public double ownRate() {
    return ratePerSecond * ownConnections() / connections;
  }

  /** Whether requests go out by the clock. */
  public boolean open() {
    return arrivals != Arrivals.CLOSED;
  }

  /** The arrivals of this generator's {@code own}-th connection; only in an open model. */
  Schedule schedule(int own) {
    int connection = shard.number(own);
    return arrivals == Arrivals.POISSON
        ? Schedule.poisson(ratePerSecond, connections, seed * 1_000_003 + connection)
        : Schedule.constant(ratePerSecond, connection, connections);
  }
}
