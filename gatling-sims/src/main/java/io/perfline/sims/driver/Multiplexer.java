package io.perfline.sims.driver;

import java.util.function.IntConsumer;

/**
 * Connections that one thread drives together: each takes one request at a time, sends it without
 * waiting, and what comes back is handled in {@link #await}.
 */
public interface Multiplexer extends AutoCloseable {

  /**
   * Opens a connection, used within {@link #await}'s thread only.
   *
   * @throws DriverException when the server doesn't take it
   */
  Connection connect(int index, RequestListener outcome);

  /**
   * Handles what has come back, and waits for it when nothing has: for so long at most, or until
   * interrupted.
   *
   * @param free is told of each connection whose request has an outcome since, by its place in the
   *     order of {@link #connect}
   */
  void await(long nanos, IntConsumer free);

  /** Gives up what is still in flight and closes all connections. */
  @Override
  void close();
}
