package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The load model. Connections and rate are those of the whole load, of which this generator may
 * drive one shard.
 *
 * @param arrivals the event that sends a request
 * @param inFlight most unanswered requests on a connection; an open model needs it only to bound
 *     memory: a request above it is sent late, and its wait counts
 * @param ratePerSecond intended requests per second over all connections; 0 in the closed model
 * @param warmUp the shortest warm-up, which is not counted
 * @param warmUpMost the longest warm-up of a load that is not steady; equal for a fixed length
 * @param duration the length of the measured period
 * @param timeout after which a request counts as unanswered
 * @param seed of the open model's random arrivals
 * @param shard this generator's part of the load
 * @param mostConnections the number up to which an open model opens connections as it needs them
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
    Shard shard,
    int mostConnections) {

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

  /** A load with a fixed number of connections. */
  public Load(
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
    this(
        arrivals,
        connections,
        inFlight,
        ratePerSecond,
        warmUp,
        warmUpMost,
        duration,
        timeout,
        seed,
        shard,
        connections);
  }

  /**
   * Returns this load with as many connections as an open model can ever need at a time: rate ×
   * timeout, by Little's law.
   */
  public Load growing() {
    return new Load(
        arrivals,
        connections,
        inFlight,
        ratePerSecond,
        warmUp,
        warmUpMost,
        duration,
        timeout,
        seed,
        shard,
        (int) Math.max(connections, Math.min(Integer.MAX_VALUE, Math.ceil(concurrency()))));
  }

  /** Returns the requests in flight of an open model if each takes the whole timeout. */
  private double concurrency() {
    return ratePerSecond * timeout.toNanos() / 1e9;
  }

  /**
   * Returns whether this number of connections of this generator suffices unless requests take
   * longer than the timeout.
   */
  public boolean suffices(int own) {
    return own >= Math.floor(concurrency() * ownConnections() / connections);
  }

  /** Returns this load with other random arrivals. */
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
        shard,
        mostConnections);
  }

  /**
   * Returns whether the warm-up goes on until the load is steady. Shards use the shortest warm-up,
   * because they must begin to count together and cannot ask each other.
   */
  public boolean mayWarmUpLonger() {
    return warmUpMost.compareTo(warmUp) > 0 && shard.start() == null;
  }

  /** Returns the number of connections of this generator. */
  public int ownConnections() {
    return shard.part(connections);
  }

  /** Returns the number up to which this generator opens connections. */
  int ownMostConnections() {
    return (int) Math.ceil((double) mostConnections * ownConnections() / connections);
  }

  /** Returns the intended requests per second of this generator; 0 in the closed model. */
  public double ownRate() {
    return ratePerSecond * ownConnections() / connections;
  }

  public boolean open() {
    return arrivals != Arrivals.CLOSED;
  }

  /** Returns the arrivals of a connection of this generator in an open model. */
  Schedule schedule(int own) {
    int connection = shard.number(own);
    return arrivals == Arrivals.POISSON
        ? Schedule.poisson(ratePerSecond, connections, seed * 1_000_003 + connection)
        : Schedule.constant(ratePerSecond, connection, connections);
  }

  /** Returns the arrivals of all connections of this generator in an open model. */
  Schedule ownSchedule() {
    return arrivals == Arrivals.POISSON
        ? Schedule.poisson(ownRate(), 1, seed * 1_000_003 + shard.index())
        : Schedule.constant(ratePerSecond, connections, ownConnections(), shard);
  }

  /** The intended send times of an open model, which do not depend on the server. */
  abstract static class Schedule {

    /** Returns the next arrival, in nanoseconds after the start of the load. */
    abstract long next();

    /**
     * Returns equally spaced arrivals. The k-th of {@code parts} connections gets every {@code
     * parts}-th arrival, so together they are evenly spaced: t_n = (n · parts + part) ÷ rate.
     */
    static Schedule constant(double ratePerSecond, int part, int parts) {
      return new Schedule() {
        private long n;

        @Override
        long next() {
          return (long) ((n++ * (double) parts + part) * 1e9 / ratePerSecond);
        }
      };
    }

    /** Returns the equally spaced arrivals of a shard's connections, as if each had its own. */
    static Schedule constant(double ratePerSecond, int connections, int own, Shard shard) {
      return new Schedule() {
        private long n;

        @Override
        long next() {
          long number = n / own * connections + shard.number((int) (n % own));
          n++;
          return (long) (number * 1e9 / ratePerSecond);
        }
      };
    }

    /**
     * Returns the arrivals of independent users, with exponential distances −ln(1 − U) ÷ (rate ÷
     * parts). All parts together are again a Poisson process with the whole rate.
     */
    static Schedule poisson(double ratePerSecond, int parts, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double mean = 1e9 * parts / ratePerSecond;
      return new Schedule() {
        private double at;

        @Override
        long next() {
          at -= Math.log1p(-random.nextDouble()) * mean;
          return (long) at;
        }
      };
    }
  }
}
