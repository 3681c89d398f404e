package io.perfline.sims.server;

import java.util.Optional;

/**
 * Reads the resources of the candidate and the baseline of a comparison, on the servers that
 * currently run them. A build with its own process is charged with everything that this process
 * uses, even while the other build is loaded, so that background work counts for the build that
 * does it.
 */
public interface PairMeter extends AutoCloseable {

  /** Returns a meter for servers that cannot be read. */
  static PairMeter none(String reason) {
    return shared(CostMeter.none(reason));
  }

  /** Returns the meter of one process that runs both builds. */
  static PairMeter shared(CostMeter meter) {
    return new PairMeter() {
      @Override
      public boolean shared() {
        return true;
      }

      @Override
      public CostReading read(boolean candidate) {
        return meter.read();
      }

      @Override
      public boolean readsAside() {
        return meter.readsAside();
      }

      @Override
      public String source() {
        return meter.source();
      }

      @Override
      public void close() {
        meter.close();
      }
    };
  }

  /**
   * Returns whether one process runs both builds. The meter is then read between the turns of both,
   * and background work, such as timers, cannot be attributed to one of them.
   */
  boolean shared();

  /** Reads the resources of one build's process; if both share one, of that process. */
  CostReading read(boolean candidate);

  /** Returns the meter of one build's memory; empty if unknown, or if both share a process. */
  default Optional<MemoryMeter> memory(boolean candidate) {
    return Optional.empty();
  }

  /** Returns false if the server itself answers a reading, which takes some of its time. */
  boolean readsAside();

  /** Returns the source of the figures, or the reason why there are none. */
  String source();

  @Override
  void close();
}
