package io.perfline.sims.service;

import io.perfline.sims.server.CostMeter;
import java.time.Duration;

/** What is known of the service that is loaded. */
public interface LoadedService {

  /** How long it may take until it is ready, when it was just started. */
  Duration patience();

  /**
   * Returns once it may be loaded.
   *
   * @throws io.perfline.sims.driver.DriverException with the reason, when it isn't in time
   */
  void awaitReady(Duration patience) throws InterruptedException;

  /** The commit reported by the service, otherwise a digest of the deployed file. */
  String deployed() throws InterruptedException;

  /** Reads what it uses. */
  CostMeter meter();
}
