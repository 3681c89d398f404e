package io.perfline.sims.driver;

/** One connection, used by one thread. */
public interface Connection extends AutoCloseable {

  /**
   * Sends one request and returns, usually before its answer. Its result is reported exactly once,
   * under the same number, unless this method throws: then the request has failed. It may block
   * while a buffer is full, for no longer than the case's timeout.
   *
   * <p>This is the hot path, which neither allocates nor logs.
   *
   * @param request the number of the request; its lower 20 bits are the slot, which is below the
   *     connection's limit of requests in flight
   */
  void send(long request);

  /** Abandons requests in flight and closes within some seconds. */
  @Override
  void close();
}
