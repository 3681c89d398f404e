package io.perfline.sims.server;

import java.util.Optional;

/** Reads the resources that a server has used. Called by one thread at a time. */
public interface CostMeter extends AutoCloseable {

  /** Reads what it has used up to now; figures that can't be read are null. */
  CostReading read();

  /** Returns false where the server itself answers a reading, which costs it time. */
  default boolean readsAside() {
    return true;
  }

  /** Returns what reads its memory; empty where that can't be read. */
  default Optional<MemoryMeter> memory() {
    return Optional.empty();
  }

  /** Where that is read, or why it can't be. */
  String source();

  @Override
  void close();

  /** Creates the meter of a server that can't be read. */
  static CostMeter none(String reason) {
    return new CostMeter() {
      @Override
      public CostReading read() {
        return CostReading.NONE;
      }

      @Override
      public String source() {
        return reason;
      }

      @Override
      public void close() {}
    };
  }
}
