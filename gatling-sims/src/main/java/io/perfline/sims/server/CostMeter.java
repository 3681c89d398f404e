package io.perfline.sims.server;

/** Reads what a server has used. One thread at a time. */
public interface CostMeter extends AutoCloseable {

  /** What it has used up to now; null parts when it doesn't say, now or ever. */
  CostReading read();

  /** Whether reading costs nothing of what is read, however often. */
  default boolean readsAside() {
    return true;
  }

  /**
   * Reads one of two builds that are loaded in turn: 0 the candidate, 1 the baseline. Where one
   * process runs both, it is the same meter for both, and what they use can't be told apart.
   */
  default CostMeter ofSide(int side) {
    return this;
  }

  /** Where that is read, or why it can't be. */
  String source();

  @Override
  void close();

  /** Of a server that nothing can be learnt of. */
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
