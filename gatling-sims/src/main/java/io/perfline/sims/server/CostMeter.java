package io.perfline.sims.server;

import java.util.Optional;

/** Reads the resources that a server has used. Only one thread calls it at a time. */
public interface CostMeter extends AutoCloseable {

  /** Returns the resources used so far; figures that cannot be read are null. */
  CostReading read();

  /** Returns false if the server itself responds to a reading, which costs some of its CPU time. */
  default boolean readsAside() {
    return true;
  }

  /**
   * Returns the CPU time that the server's JIT compiler has used so far, in microseconds; null if
   * the server is not known to have one.
   */
  default Double compilerUs() {
    return null;
  }

  /** Returns the meter of the server's memory; empty if it cannot be read. */
  default Optional<MemoryMeter> memory() {
    return Optional.empty();
  }

  /** Returns the source of the figures, or the reason why there are none. */
  String source();

  @Override
  void close();

  /** Creates the meter of a server whose resources cannot be read. */
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
