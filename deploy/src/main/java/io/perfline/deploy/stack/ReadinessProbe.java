package io.perfline.deploy.stack;

import java.io.IOException;
import java.time.Duration;

/** Waits until a part answers. */
final class ReadinessProbe {

  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(180);

  private final Part part;

  private ReadinessProbe(Part part) {
    this.part = part;
  }

  static ReadinessProbe of(Part part) {
    return new ReadinessProbe(part);
  }

  /**
   * Returns as soon as it answers.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) with the end of its log when it ended, or
   *     stayed silent for three minutes
   */
  void await(RunningProcess process) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isThere()) {
      if (!process.isAlive()) {
        throw new StartFailure(part).fault();
      }
      if (System.nanoTime() > end) {
        throw new StartFailure(part).silent(PATIENCE.toSeconds());
      }
      Thread.sleep(POLL.toMillis());
    }
    // Something else may answer on the port of a part that could not have it.
    if (!process.isAlive()) {
      throw new StartFailure(part).fault();
    }
  }

  /** Whether it answers before {@code time} is over. */
  boolean within(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (!isThere()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  /** Whether it answers now. */
  boolean isThere() throws InterruptedException {
    try {
      return part.answers();
    } catch (IOException notYet) {
      return false;
    }
  }
}
