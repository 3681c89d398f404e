package io.perfline.sims.server;

import java.util.Optional;

/**
 * Reads the resources of both builds of a comparison on the servers that currently run them. A
 * build with a process of its own is charged for everything that this process uses, even while the
 * other build is loaded. Thus background work is attributed to the build that does it.
 */
public interface PairMeter extends AutoCloseable {

  /** Returns a meter for servers whose resources cannot be read. */
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
   * Returns whether one process runs both builds. If so, the meter is read between the turns of
   * both builds, and background work, such as timers, cannot be attributed to either of them.
   */
  boolean shared();

  /** Reads the resources of one build's process, or of the process that both builds share. */
  CostReading read(boolean candidate);

  /** Returns the meter of one build's memory; empty if unknown, or if both share a process. */
  default Optional<MemoryMeter> memory(boolean candidate) {
    return Optional.empty();
  }

  /** Returns false if the server itself responds to a reading, which costs some of its CPU time. */
  boolean readsAside();

  /** Returns the source of the figures, or the reason why there are none. */
  String source();

  @Override
  void close();
}
