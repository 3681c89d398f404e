package io.perfline.sims.drain;

import io.perfline.core.command.Fault;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.Progress;
import java.time.Duration;

/**
 * Ends a recorder once its load has run for a while, and has it run again, on a thread beside the
 * load.
 */
final class ShutdownTrigger implements Progress {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final DrainedRecorder recorder;
  private final ShutdownMethod method;
  private final DrainTally tally;
  private final Duration after;
  private final Progress next;
  private final Thread thread = new Thread(this::run, "perfline-ending");
  private Duration took;
  private String failure;

  /**
   * @param after how long the load is to have run
   * @param next whom the load's progress is told too
   */
  ShutdownTrigger(
      DrainedRecorder recorder,
      ShutdownMethod method,
      DrainTally tally,
      Duration after,
      Progress next) {
    this.recorder = recorder;
    this.method = method;
    this.tally = tally;
    this.after = after;
    this.next = next;
    thread.setDaemon(true);
  }

  @Override
  public void tick(Duration elapsed, double messagesPerSecond, long errors) {
    if (thread.getState() == Thread.State.NEW && elapsed.compareTo(after) >= 0) {
      thread.start();
    }
    next.tick(elapsed, messagesPerSecond, errors);
  }

  private void run() {
    try {
      tally.toldToEnd();
      took = recorder.end(method);
      recorder.startAgain(method);
    } catch (DriverException | Fault e) {
      failure = e.getMessage();
    } catch (InterruptedException e) {
      failure = "interrupted while the service was ended";
    }
  }

  /**
   * How long ending it took, behind the load.
   *
   * @throws DriverException when it wasn't ended, or didn't come again
   */
  Duration took() throws InterruptedException {
    if (thread.getState() == Thread.State.NEW) {
      throw new DriverException("the load was over before the service could be ended under it");
    }
    thread.join(PATIENCE.toMillis());
    if (thread.isAlive()) {
      thread.interrupt();
      throw new DriverException(
          "the service was not running again %d s after the shutdown began"
              .formatted(PATIENCE.toSeconds()));
    }
    if (failure != null) {
      throw new DriverException(failure);
    }
    return took;
  }
}
