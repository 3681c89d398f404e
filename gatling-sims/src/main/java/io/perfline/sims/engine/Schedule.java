package io.perfline.sims.engine;

import java.util.SplittableRandom;

/** The intended send times of an open model: when requests arrive, whatever the server does. */
abstract class Schedule {

  /** Nanoseconds after the start of the load; each call tells the next arrival. */
  abstract long next();

  /**
   * Equal distances: the k-th of {@code parts} shards gets every {@code parts}-th arrival, so that
   * all shards together are evenly spaced: t_n = (n · parts + part) ÷ rate.
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

  /**
   * Independent users: exponential distances, −ln(1 − U) ÷ (rate ÷ parts). All shards together are
   * again a Poisson process, of the whole rate.
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
