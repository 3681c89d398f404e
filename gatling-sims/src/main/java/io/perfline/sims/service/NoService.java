package io.perfline.sims.service;

import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.driver.DriverException;
import java.time.Duration;

/**
 * Where no {@code perf.yml} says what the service is: only what loads other servers is measured.
 */
public final class NoService implements LoadedService {

  private static final String NONE =
      "no perf.yml says what the service is: './perf init' writes one";

  @Override
  public Duration patience() {
    return Duration.ZERO;
  }

  @Override
  public void awaitReady(Duration patience) {
    throw new DriverException(NONE);
  }

  @Override
  public String deployed() {
    return "unknown: " + NONE;
  }

  @Override
  public CostMeter meter() {
    return CostMeter.none(NONE);
  }
}
