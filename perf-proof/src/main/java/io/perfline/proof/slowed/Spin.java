package io.perfline.proof.slowed;

/**
 * @param nanos how long; by the clock, so that a thread that is pre-empted computes less
 */
record Spin(long nanos) implements Extra {

  /** Between two looks at the clock, into which no profiler sees. */
  private static final int ROUNDS = 2_000;

  /** Seen by others, so that no compiler can leave the work out. */
  static volatile long last;

  @Override
  public void take() {
    of(nanos);
  }

  static void of(long nanos) {
    long start = System.nanoTime();
    long state = start;
    while (System.nanoTime() - start < nanos) {
      state = mixed(state);
    }
    last = state;
  }

  private static long mixed(long from) {
    long state = from;
    for (int i = 0; i < ROUNDS; i++) {
      state = state * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
    }
    return state;
  }
}
