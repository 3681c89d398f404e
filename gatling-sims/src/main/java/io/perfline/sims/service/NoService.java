package io.perfline.sims.service;

import io.perfline.core.run.Run;
import io.perfline.sims.server.CostMeter;
import java.time.Duration;
import java.util.function.Consumer;

/** No service: without a {@code perf.yml}, only loads on other servers are measured. */
public final class NoService implements LoadedService {

  @Override
  public Duration readyTimeout() {
    return Duration.ZERO;
  }

  @Override
  public void awaitReady(Duration timeout, Consumer<String> progress) {
    // The driver reports servers that do not respond.
  }

  @Override
  public String deployed() {
    return Run.UNTOLD;
  }

  @Override
  public CostMeter meter() {
    return CostMeter.none("no perf.yml describes the service");
  }
}
