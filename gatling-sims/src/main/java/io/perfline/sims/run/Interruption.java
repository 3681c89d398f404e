package io.perfline.sims.run;

import io.perfline.core.command.ShutdownHook;

/**
 * A signal's way to the load: the thread that measures is interrupted, and the process ends only
 * when it has cleaned up, or after some seconds.
 */
final class Interruption implements AutoCloseable {

  private static final long CLEAN_UP_MILLIS = 20_000;

  private final Thread measuring;
  private ShutdownHook hook;
  private boolean over;
  private boolean interrupted;

  private Interruption(Thread measuring) {
    this.measuring = measuring;
  }

  /** Watches from now until closed. */
  static Interruption of(Thread measuring) {
    Interruption interruption = new Interruption(measuring);
    interruption.hook = ShutdownHook.of("perfline-interruption", interruption::interrupt);
    return interruption;
  }

  private synchronized void interrupt() {
    interrupted = true;
    measuring.interrupt();
    long deadline = System.nanoTime() + CLEAN_UP_MILLIS * 1_000_000;
    try {
      while (!over && System.nanoTime() < deadline) {
        wait(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Goes on only when no signal has come; a run that was interrupted is not to be kept. */
  synchronized void check() throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException("the run was interrupted");
    }
  }

  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
    if (!interrupted) {
      interrupted = !hook.cancel();
    }
  }
}
