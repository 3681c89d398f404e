package io.perfline.sims.driver;

/**
 * Connections that one thread drives together: each sends one request at a time without waiting,
 * and {@link #await} handles the answers. Other threads may send and connect meanwhile.
 */
public interface Multiplexer extends AutoCloseable {

  /** Receives the connections that can send again. */
  @FunctionalInterface
  interface Listener {
    /**
     * Called when a connection can send its next request.
     *
     * @param index of the connection in the order in which they were opened, from 0
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
   * Returns a connection that is still being opened. Its first request waits for that, and fails if
   * the server does not accept the connection.
   */
  Connection connectLater(int index, RequestListener listener);

  /**
   * Handles answers, and waits for them if there are none, until interrupted at the latest.
   *
   * @param nanos the longest wait
   * @param listener receives each connection whose request has a result
   */
  void await(long nanos, Listener listener);

  /** Ends {@link #await}, or its next call; safe on any thread. */
  void wakeUp();

  /** Abandons requests in flight and closes all connections. */
  @Override
  void close();
}
