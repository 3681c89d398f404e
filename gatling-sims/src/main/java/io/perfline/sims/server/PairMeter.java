package io.perfline.sims.server;

import io.perfline.core.run.ServerCost;
import java.util.Optional;

/**
 * Reads the resources of both builds of a comparison on the servers that currently run them. A
 * build with a process of its own is charged for everything that this process uses, even while the
 * other build is loaded. Thus background work is attributed to the build that does it.
 */
public final class PairMeter implements AutoCloseable {

  private static final String ONE_PROCESS =
      "%s; "
          + ServerCost.SHARED
          + ", so garbage collection, JIT and work outside of requests can't be separated";

  /** The meters of the builds that are currently deployed; null before the first deployment. */
  private CostMeter candidate;

  private CostMeter baseline;

  /** Sets the meters of two servers. */
  public void separate(CostMeter ofCandidate, CostMeter ofBaseline) {
    close();
    candidate = ofCandidate;
    baseline = ofBaseline;
  }

  /** Sets the meter of one server that runs both builds. */
  public void together(CostMeter ofBoth) {
    separate(ofBoth, ofBoth);
  }

  /**
   * Returns whether one process runs both builds. If so, the meter is read between the turns of
   * both builds, and background work, such as timers, cannot be attributed to either of them.
   */
  public boolean shared() {
    return candidate == baseline;
  }

  /** Reads the resources of one build's process, or of the process that both builds share. */
  public CostReading read(boolean ofCandidate) {
    CostMeter meter = ofCandidate ? candidate : baseline;
    return meter == null ? CostReading.NONE : meter.read();
  }

  /**
   * Returns the CPU time that the JIT compiler of one build has used so far, in microseconds; null
   * if the build is not known to have one.
   */
  public Double compilerUs(boolean ofCandidate) {
    CostMeter meter = ofCandidate ? candidate : baseline;
    return meter == null ? null : meter.compilerUs();
  }

  /** Returns the meter of one build's memory; empty if unknown, or if both share a process. */
  public Optional<MemoryMeter> memory(boolean ofCandidate) {
    CostMeter meter = ofCandidate ? candidate : baseline;
    return meter == null || shared() ? Optional.empty() : meter.memory();
  }

  /** Returns false if a server itself responds to a reading, which costs some of its CPU time. */
  public boolean readsAside() {
    return candidate == null || (candidate.readsAside() && baseline.readsAside());
  }

  /** Returns the source of the figures, or the reason why there are none. */
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
