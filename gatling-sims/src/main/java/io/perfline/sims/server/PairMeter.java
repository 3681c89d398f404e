package io.perfline.sims.server;

import java.util.Optional;

/**
 * Meters the candidate and the baseline of a comparison, whichever servers run them just now. Each
 * build that has a process of its own is charged with all that this process uses, while the other
 * build is loaded as well: so work that goes on after the answers counts for the build that does
 * it.
 */
public interface PairMeter extends AutoCloseable {

  /** A meter where no server can be read. */
  static PairMeter none(String reason) {
    return shared(CostMeter.none(reason));
  }

  /** The meter of one process that runs both builds. */
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
   * Returns true where one process runs both builds. The meter is then read between the turns of
   * both, and what a build does on its own, such as by a timer, can't be separated from the
   * other's.
   */
  boolean shared();

  /** Reads the process of one build; where both share it, that process. */
  CostReading read(boolean candidate);

  /**
   * Returns what reads the memory of one build; empty where that can't be read, or where both share
   * a process.
   */
  default Optional<MemoryMeter> memory(boolean candidate) {
    return Optional.empty();
  }

  /** Returns false where the server itself answers a reading, which costs it time. */
  boolean readsAside();

  /** Where the figures are read, or why they can't be. */
  String source();

  @Override
  void close();
}
