package io.perfline.sims.engine;

import io.perfline.core.project.Rate;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RequestSequence;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * The load model. Connections and rate are those of the whole load, of which this generator may
 * drive one shard.
 *
 * @param arrivals the event that triggers a request
 * @param inFlight the maximum number of unanswered requests per connection; in an open model it
 *     only bounds memory: a request above it is sent late, and its wait counts
 * @param rate the intended requests over all connections; null in the closed model
 * @param warmUp the shortest warm-up, which is not counted
 * @param warmUpMost the longest warm-up of a load that is not steady; equal to {@code warmUp} for a
 *     fixed length
 * @param duration the length of the measured period
 * @param timeout the time after which a request counts as unanswered
 * @param seed the seed of random arrivals
 * @param shard this generator's part of the load
 * @param maxConnections the number up to which an open model opens connections as it needs them
 * @param enoughConnections the number that an open model needs if all requests take the timeout
 */
public record Load(
    Arrivals arrivals,
    int connections,
    int inFlight,
    Rate rate,
    Duration warmUp,
    Duration warmUpMost,
    Duration duration,
    Duration timeout,
    long seed,
    Shard shard,
    int maxConnections,
    int enoughConnections) {

  public enum Arrivals {
    /** The response to the previous request (closed model). */
    CLOSED,
    /** The clock, at equal intervals. */
    CONSTANT,
    /** The clock, at the random intervals of a Poisson process. */
    POISSON,
    /** The clock, at the times of a {@link RequestSequence}. */
    SEQUENCE
  }

  public Load {
    if (connections < 1 || inFlight < 1 || inFlight > 1 << RequestListener.SLOT_BITS) {
      throw new IllegalArgumentException(
          "connections %d, in flight %d: at least 1 each, at most %d in flight"
              .formatted(connections, inFlight, 1 << RequestListener.SLOT_BITS));
    }
    if (arrivals != Arrivals.CLOSED && (rate == null || !(rate.max() > 0))) {
      throw new IllegalArgumentException("an open model needs a rate above 0");
    }
    warmUpMost = rate != null && rate.isRamp() ? warmUp : warmUpMost;
  }

  /** Creates a load with a fixed number of connections and a constant rate. */
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
        ratePerSecond > 0 ? Rate.constant(ratePerSecond) : null,
        warmUp,
        warmUpMost,
        duration,
        timeout,
        seed,
        shard,
        connections,
        enough(ratePerSecond, timeout));
  }

  /** Returns the requests in flight if each takes {@code time}, by Little's law. */
  public static int enough(double ratePerSecond, Duration time) {
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(ratePerSecond * time.toNanos() / 1e9));
  }

  /**
   * Returns this load with the number of connections that its think times require.
   *
   * @param thinkTime the longest think time of a session, which keeps its connection in the
   *     meantime
   * @param grows whether the load opens connections up to that number as it needs them
   */
  public Load thinking(Duration thinkTime, boolean grows) {
    int enough = enough(ratePerSecond(), timeout.plus(thinkTime));
    return with(rate, seed, grows ? Math.max(connections, enough) : connections, enough);
  }

  /** Returns this load with another rate, such as the mean rate of a recording. */
  public Load withRate(Rate other) {
    return with(other, seed, maxConnections, enoughConnections);
  }

  /** Returns this load with other random arrivals. */
  Load withSeed(long other) {
    return with(rate, other, maxConnections, enoughConnections);
  }

  private Load with(Rate otherRate, long otherSeed, int max, int enough) {
    return new Load(
        arrivals,
        connections,
        inFlight,
        otherRate,
        warmUp,
        warmUpMost,
        duration,
        timeout,
        otherSeed,
        shard,
        max,
        enough);
  }

  /** Returns the highest intended requests per second over all connections; 0 if closed. */
  public double ratePerSecond() {
    return rate == null ? 0 : rate.max();
  }

  public boolean isRamp() {
    return rate != null && rate.isRamp();
  }

  /** Returns whether this generator's connections suffice for requests within the timeout. */
  public boolean suffices(int own) {
    return own >= Math.floor((double) enoughConnections * ownConnections() / connections);
  }

  /**
   * Returns whether the warm-up may continue until the load is steady. Shards use the shortest
   * warm-up, because they have to start measuring together and cannot communicate.
   */
  public boolean mayWarmUpLonger() {
    return warmUpMost.compareTo(warmUp) > 0 && shard.start() == null;
  }

  /** Returns the number of connections of this generator. */
  public int ownConnections() {
    return shard.part(connections);
  }

  /** Returns the number up to which this generator opens connections. */
  int ownMaxConnections() {
    return (int) Math.ceil((double) maxConnections * ownConnections() / connections);
  }

  /** Returns the intended requests per second of this generator; 0 in the closed model. */
  public double ownRate() {
    return ratePerSecond() * ownConnections() / connections;
  }

  /** Returns the intended requests per second of this generator in the measured period. */
  public double intendedRate() {
    double seconds = duration.toNanos() / 1e9;
    double share = (double) ownConnections() / connections;
    return isRamp() ? rate.count(seconds) / seconds * share : ownRate();
  }

  public boolean open() {
    return arrivals != Arrivals.CLOSED;
  }

  /** Returns the arrivals of a connection of this generator in an open model. */
  Schedule schedule(int own) {
    int connection = shard.number(own);
    if (arrivals == Arrivals.POISSON) {
      return Schedule.poisson(this::nanos, 1.0 / connections, seed * 1_000_003 + connection);
    }
    return Schedule.constant(this::nanos, n -> n * connections + connection);
  }

  /** Returns the arrivals of all connections of this generator in an open model. */
  Schedule ownSchedule() {
    int own = ownConnections();
    if (arrivals == Arrivals.POISSON) {
      double share = (double) own / connections;
      return Schedule.poisson(this::nanos, share, seed * 1_000_003 + shard.index());
    }
    return Schedule.constant(
        this::nanos, n -> n / own * connections + shard.number((int) (n % own)));
  }

  /** Returns the nanoseconds after which {@code count} requests of all generators are due. */
  private double nanos(double count) {
    double before = isRamp() ? rate.from() * warmUp.toNanos() / 1e9 : Double.POSITIVE_INFINITY;
    return count <= before
        ? count * 1e9 / rate.from()
        : warmUp.toNanos() + 1e9 * rate.seconds(count - before);
  }

  /** The intended send times of an open model, which do not depend on the server. */
  abstract static class Schedule {

    /** Returns the next arrival, in nanoseconds after the start of the load. */
    abstract long next();

    /** Returns the request of the last arrival; null if all requests are alike. */
    RequestSequence.Request request() {
      return null;
    }

    /**
     * Returns equally spaced arrivals. For a constant rate, t_n = number(n) ÷ rate.
     *
     * @param nanos returns the time at which a number of requests is due
     * @param number returns the number, among all arrivals, of an arrival of this schedule
     */
    static Schedule constant(DoubleUnaryOperator nanos, LongUnaryOperator number) {
      return new Schedule() {
        private long n;

        @Override
        long next() {
          return (long) nanos.applyAsDouble(number.applyAsLong(n++));
        }
      };
    }

    /**
     * Returns the arrivals of a Poisson process: intervals of a process with rate 1, −ln(1 − U),
     * mapped to the times at which as many requests are due. The shards' processes add up to one of
     * the whole rate.
     *
     * @param nanos returns the time at which a number of requests is due
     * @param share the share of all arrivals that this schedule has
     */
    static Schedule poisson(DoubleUnaryOperator nanos, double share, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      return new Schedule() {
        private double count;

        @Override
        long next() {
          count -= Math.log1p(-random.nextDouble()) / share;
          return (long) nanos.applyAsDouble(count);
        }
      };
    }
  }
}
