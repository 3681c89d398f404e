package io.perfline.sims.driver;

/** One connection, used by one thread. */
public interface Connection extends AutoCloseable {

  /**
   * Sends one request and returns, usually before its answer. Its outcome is told exactly once,
   * under the same number, unless this throws: then it failed, and nothing more is told. May block
   * while a buffer is full, for no longer than the case's timeout.
   *
   * <p>This is the hot path: no garbage, no logging.
   *
   * @param request the number to tell the outcome under; its lower 20 bits are the slot, below the
   *     number of requests that a connection has in flight at most
   */
  void send(long request);

  /** Gives up what is still in flight and closes, within some seconds. */
  @Override
  void close();
}
