package io.perfline.sims.slowed;

/**
 * Uses CPU for a duration without reading the clock meanwhile: profilers cannot see into that call,
 * and the time between rare readings would exceed the cost of some messages. The speed of this
 * machine is measured once.
 *
 * @param nanos the duration in nanoseconds
 */
public record Spin(long nanos) implements Slowdown {

  private static final long MEASURED_NANOS = 200_000_000;
  private static final int MEASURED_ROUNDS = 20_000;

  /** The latest result; because it is volatile, the compiler cannot remove the computation. */
  static volatile long last;

  private static final double ROUNDS_PER_NANO = roundsPerNano();

  @Override
  public void spend() {
    of(nanos);
  }

  public static void of(long nanos) {
    last = mixed(last, (long) (nanos * ROUNDS_PER_NANO));
  }

  /**
   * Returns the highest speed of many attempts, which is that of compiled and uninterrupted code.
   */
  private static double roundsPerNano() {
    long fastest = Long.MAX_VALUE;
    long end = System.nanoTime() + MEASURED_NANOS;
    for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
      last = mixed(last, MEASURED_ROUNDS);
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    return (double) MEASURED_ROUNDS / fastest;
  }

  private static long mixed(long from, long rounds) {
    long state = from;
    for (long i = 0; i < rounds; i++) {
      state = state * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
    }
    return state;
  }
}
