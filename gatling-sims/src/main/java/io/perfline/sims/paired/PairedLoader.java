package io.perfline.sims.paired;

import io.perfline.core.run.SentRequests;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.JfrCapture;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.util.SplittableRandom;

/** Loads both builds of a comparison, with slices of load or with runs of a program. */
public interface PairedLoader {

  /** Returns the shortest load of both builds together before a deployment's pairs. */
  Duration warmUp();

  /**
   * Returns the number of latest pairs by which a warm-up decides whether it may end; 0 for a
   * warm-up with a fixed duration.
   */
  int warmUpWindows();

  /**
   * Returns the intended rate; null in a closed model.
   *
   * @param tally the measured pairs
   */
  Double rate(PairTally tally);

  /** Returns the requests to both builds so far; null unless they are known to change data. */
  default SentRequests sent() {
    return null;
  }

  /** Returns the requests to one build so far, {@link Pairs#CANDIDATE} or the baseline. */
  long sentTo(int side);

  /**
   * Opens the connections of a load in one deployment.
   *
   * @param random decides the order of the two sides and random arrivals
   * @throws io.perfline.sims.driver.DriverException if a build cannot be loaded
   * @throws io.perfline.core.command.Fault if a build cannot be loaded
   */
  void open(
      PairedDeployment.Endpoints endpoints,
      PairMeter meter,
      SplittableRandom random,
      Progress progress,
      LoadUser user)
      throws InterruptedException;

  /** Uses the load while it is open. */
  @FunctionalInterface
  interface LoadUser {
    void use(PairSource pairs) throws InterruptedException;
  }

  /** Loads both builds of one deployment in turn; the order within a pair is random. */
  interface PairSource {

    /** Loads both builds in turn, for {@code time} together; the case omits these pairs. */
    void warmUp(Duration time, PairTally into) throws InterruptedException;

    /** Measures {@code count} pairs, or fewer, but at least one, if they take very long. */
    void measure(int count, int deployment, PairTally into) throws InterruptedException;

    /** Loads pairs that are not counted while the servers are recorded. */
    void record(int count, int deployment, JfrCapture into) throws InterruptedException;
  }
}
