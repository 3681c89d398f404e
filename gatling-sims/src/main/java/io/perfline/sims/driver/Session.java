package io.perfline.sims.driver;

import java.util.OptionalLong;

/** One case's hold on a server: made by {@link Driver#open}, closed whatever happened. */
public interface Session extends AutoCloseable {

  /**
   * Opens a connection. Its requests' outcomes go to {@code outcome}, on any thread.
   *
   * @throws DriverException when the server doesn't take it
   */
  Connection connect(int index, Outcome outcome) throws InterruptedException;

  /**
   * Counts the messages that this case left in the store; empty when there is no store to ask.
   * Called once, after the load, with all connections closed.
   *
   * @throws DriverException when the store can't be asked
   */
  OptionalLong stored() throws InterruptedException;

  /**
   * Removes what {@link Driver#open} made.
   *
   * @throws DriverException when it may have left something behind: says what
   */
  @Override
  void close();
}
