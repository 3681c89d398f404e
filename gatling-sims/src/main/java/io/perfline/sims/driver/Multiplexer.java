package io.perfline.sims.driver;

/**
 * Connections that one thread drives together. Each sends one request at a time without waiting,
 * and {@link #await} handles the responses. Other threads may send and connect at the same time.
 */
public interface Multiplexer extends AutoCloseable {

  /** Receives the connections that are ready for another request. */
  @FunctionalInterface
  interface Listener {
    /**
     * Called when a connection is ready for its next request.
     *
     * @param index the index of the connection in the order in which they were opened, from 0
     * @param failed whether the previous request has failed
     */
    void isFree(int index, boolean failed);
  }

  /**
   * Opens a connection.
   *
   * @throws DriverException if the server does not accept it
   */
  Connection connect(int index, RequestListener listener);

  /**
   * Returns a connection that is still being opened. Its first request waits until it is open, and
   * fails if the server does not accept the connection.
   */
  Connection connectLater(int index, RequestListener listener);

  /**
   * Handles responses. If there are none, waits until one arrives, the time is up, or the thread is
   * interrupted.
   *
   * @param nanos the maximum time to wait
   * @param listener receives each connection whose request has a result
   */
  void await(long nanos, Listener listener);

  /** Makes {@link #await}, or its next call, return. Thread-safe. */
  void wakeUp();

  /** Abandons the requests in flight, and closes all connections. */
  @Override
  void close();
}
