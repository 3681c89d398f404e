package io.perfline.sims.run;

import io.perfline.core.command.ShutdownHook;
import io.perfline.deploy.process.StartedProcesses;

/**
 * Ends a load after a signal: the measuring thread is interrupted, and the process ends when that
 * thread has cleaned up, or after some seconds.
 */
public final class Interruption implements AutoCloseable {

  private static final long CLEAN_UP_MILLIS = 20_000;

  private final Thread measuring;
  private ShutdownHook hook;
  private boolean over;
  private boolean interrupted;

  private Interruption(Thread measuring) {
    this.measuring = measuring;
  }

  /** Handles signals until it is closed. */
  public static Interruption of(Thread measuring) {
    Interruption interruption = new Interruption(measuring);
    interruption.hook = ShutdownHook.of("perfline-interruption", interruption::interrupt);
    return interruption;
  }

  private synchronized void interrupt() {
    interrupted = true;
    measuring.interrupt();
    if (Thread.currentThread() == measuring) { // the signal arrived before the load began
      StartedProcesses.stopStarting();
      return;
    }
    long deadline = System.nanoTime() + CLEAN_UP_MILLIS * 1_000_000;
    try {
      while (!over && System.nanoTime() < deadline) {
        wait(100);
      }
      StartedProcesses.endAll(); // those that it started meanwhile, or had no time to end
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns if no signal has arrived; an interrupted run must not be written. */
  public synchronized void check() throws InterruptedException {
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
