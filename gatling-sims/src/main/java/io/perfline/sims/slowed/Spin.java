package io.perfline.sims.slowed;

/**
 * Computes. The clock is not asked meanwhile: no profiler sees into it, and asking seldom computes
 * longer than some messages cost. How fast this machine computes is measured once.
 *
 * @param nanos the duration in nanoseconds
 */
public record Spin(long nanos) implements Slowdown {

  private static final long MEASURED_NANOS = 200_000_000;
  private static final int MEASURED_ROUNDS = 20_000;

  /** Seen by others, so that no compiler can leave the work out. */
  static volatile long last;

  private static final double ROUNDS_PER_NANO = roundsPerNano();

  @Override
  public void take() {
    of(nanos);
  }

  public static void of(long nanos) {
    last = mixed(last, (long) (nanos * ROUNDS_PER_NANO));
  }

  /** Returns the fastest of many times: compiled, and without interruption. */
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
