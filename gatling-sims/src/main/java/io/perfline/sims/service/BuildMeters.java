package io.perfline.sims.service;

import io.perfline.core.run.ServerCost;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.CostReading;
import io.perfline.sims.server.MemoryMeter;
import io.perfline.sims.server.PairMeter;
import java.util.Optional;

/** The meters of the two builds that are currently deployed; null before the first deployment. */
final class BuildMeters implements PairMeter {

  private static final String ONE_PROCESS =
      "%s; "
          + ServerCost.SHARED
          + ", so garbage collection, JIT and work outside of requests can't be separated";

  private CostMeter candidate;
  private CostMeter baseline;

  /** Sets the meters of two servers. */
  void separate(CostMeter ofCandidate, CostMeter ofBaseline) {
    close();
    candidate = ofCandidate;
    baseline = ofBaseline;
  }

  /** Sets the meter of one server that runs both builds. */
  void together(CostMeter ofBoth) {
    separate(ofBoth, ofBoth);
  }

  @Override
  public boolean shared() {
    return candidate == baseline;
  }

  @Override
  public CostReading read(boolean ofCandidate) {
    CostMeter meter = ofCandidate ? candidate : baseline;
    return meter == null ? CostReading.NONE : meter.read();
  }

  @Override
  public Optional<MemoryMeter> memory(boolean ofCandidate) {
    CostMeter meter = ofCandidate ? candidate : baseline;
    return meter == null || shared() ? Optional.empty() : meter.memory();
  }

  @Override
  public boolean readsAside() {
    return candidate == null || (candidate.readsAside() && baseline.readsAside());
  }

  @Override
  public String source() {
    if (candidate == null) {
      return "not measured";
    }
    return shared()
        ? ONE_PROCESS.formatted(candidate.source())
        : "candidate: %s; baseline: %s".formatted(candidate.source(), baseline.source());
  }

  @Override
  public void close() {
    if (candidate != null) {
      candidate.close();
      baseline.close();
    }
    candidate = null;
    baseline = null;
  }
}
