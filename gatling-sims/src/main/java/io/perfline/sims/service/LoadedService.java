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
   * @throws io.perfline.sims.driver.DriverException when it isn't in time: says why
   */
  void awaitReady(Duration patience) throws InterruptedException;

  /** The commit that it says it was built from, or what else tells its build from others. */
  String deployed() throws InterruptedException;

  /** Reads what it uses. */
  CostMeter meter();
}
