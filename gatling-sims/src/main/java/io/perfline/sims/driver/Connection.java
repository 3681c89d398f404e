package io.perfline.sims.driver;

/** A connection, which only one thread uses. */
public interface Connection extends AutoCloseable {

  /**
   * Sends a request and usually returns before its response. The result is reported exactly once,
   * under the request's number, unless this method throws an exception, which means that the
   * request has failed. The method may block while a buffer is full, but not longer than the case's
   * timeout.
   *
   * <p>This is the hot path, so implementations neither allocate nor log.
   *
   * @param request the number of the request; its lower 20 bits are the slot, which is below the
   *     connection's limit of requests in flight
   */
  void send(long request);

  /** Abandons the requests in flight, and closes within some seconds. */
  @Override
  void close();
}
