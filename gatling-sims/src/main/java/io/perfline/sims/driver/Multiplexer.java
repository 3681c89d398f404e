package io.perfline.sims.driver;

/**
 * Connections that one thread drives together: each takes one request at a time, sends it without
 * waiting, and what comes back is handled in {@link #await}.
 */
public interface Multiplexer extends AutoCloseable {

  /** Hears what can be sent on. */
  @FunctionalInterface
  interface Listener {
    /**
     * A connection can take its next request.
     *
     * @param place of the connection in the order of {@link #connect}
     * @param failed whether the request before has failed
     */
    void isFree(int place, boolean failed);
  }

  /**
   * Opens a connection, used within {@link #await}'s thread only.
   *
   * @throws DriverException when the server doesn't take it
   */
  Connection connect(int index, RequestListener listener);

  /**
   * Handles what has come back, and waits for it when nothing has: for so long at most, or until
   * interrupted.
   *
   * @param listener is told of each connection whose request has an outcome since
   */
  void await(long nanos, Listener listener);

  /** Gives up what is still in flight and closes all connections. */
  @Override
  void close();
}
