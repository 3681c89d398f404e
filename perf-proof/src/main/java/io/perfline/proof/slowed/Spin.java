package io.perfline.proof.slowed;

/**
 * Computes.
 *
 * @param nanos how long; by the clock, so that a thread that is pre-empted computes less
 */
record Spin(long nanos) implements Extra {

  @Override
  public void take() {
    of(nanos);
  }

  static void of(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }
}
