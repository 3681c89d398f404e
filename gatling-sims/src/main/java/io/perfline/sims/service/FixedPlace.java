package io.perfline.sims.service;

import io.perfline.sims.cost.CostMeter;
import java.net.URI;

/**
 * Where a service runs that perfline neither starts nor ends.
 *
 * @param url its address
 */
record FixedPlace(URI url) implements Place {

  @Override
  public void run(BuildOfService build) {
    // It runs.
  }

  @Override
  public CostMeter meter() {
    return CostMeter.none("the service runs elsewhere, and perf.yml names no metrics of it");
  }

  @Override
  public void close() {
    // It runs on.
  }
}
