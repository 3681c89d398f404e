package io.perfline.sims.engine;

import java.time.Duration;

/** Sends requests of a load on a thread of its own, until its measured stretch is over. */
interface Sender extends Runnable {

  /** How long a closed model waits after a failure: a dead server is not to be hammered. */
  long PAUSE_AFTER_FAILURE = Duration.ofMillis(10).toNanos();

  /** Makes {@link #run} end soon; the caller interrupts its thread as well. */
  void stop();
}
