package io.perfline.sims.paired;

import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.JfrCapture;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.util.SplittableRandom;

/** Loads both builds of a comparison, in slices of perfline's own load or by runs of a program. */
public interface PairedLoader {

  /** Returns how long both builds are loaded together before a deployment's pairs. */
  Duration warmUp();

  /**
   * Returns the intended rate; null in a closed model.
   *
   * @param tally the measured pairs
   */
  Double rate(PairTally tally);

  /**
   * Opens what the load needs in one deployment.
   *
   * @param random the order of the two sides, and random arrivals
   * @throws io.perfline.sims.driver.DriverException if a build can't be loaded
   * @throws io.perfline.core.command.Fault if a build can't be loaded
   */
  void open(
      PairedDeployment.Endpoints endpoints,
      PairMeter meter,
      SplittableRandom random,
      Progress progress,
      Stretch stretch)
      throws InterruptedException;

  /** Load on both builds while they are open. */
  @FunctionalInterface
  interface Stretch {
    void over(PairSource pairs) throws InterruptedException;
  }

  /** Loads both builds of one deployment in turn. Which is first in a pair is random. */
  interface PairSource {

    /** Loads both in turn, for {@code time} together; no result contains these pairs. */
    void warmUp(Duration time, PairTally into) throws InterruptedException;

    /** Measures some pairs; fewer, but one, if they take many times as long as planned. */
    void measure(int count, int deployment, PairTally into) throws InterruptedException;

    /** Loads some pairs that don't count while the servers are recorded. */
    void record(int count, int deployment, JfrCapture into) throws InterruptedException;
  }
}
