package io.perfline.proof.slowed;

import java.util.concurrent.TimeUnit;

/**
 * @param nanos how long, in whole milliseconds
 */
record Sleep(long nanos) implements Slowdown {

  @Override
  public void take() {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
