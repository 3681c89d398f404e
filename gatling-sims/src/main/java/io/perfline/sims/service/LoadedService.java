package io.perfline.sims.service;

import io.perfline.sims.server.CostMeter;
import java.time.Duration;

/** The loaded service as far as it is known. */
public interface LoadedService {

  /** How long it may take until it is ready, when it was just started. */
  Duration patience();

  /**
   * Returns once it may be loaded.
   *
   * @throws io.perfline.sims.driver.DriverException with the reason, when it isn't in time
   */
  void awaitReady(Duration patience) throws InterruptedException;

  /**
   * Returns the commit that the service reports once it is ready, otherwise a digest of its file.
   */
  String deployed() throws InterruptedException;

  /** Reads what it uses. */
  CostMeter meter();
}
