package io.perfline.sims.driver;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** One case's hold on a server: made by {@link Driver#open}, closed whatever happened. */
public interface Session extends AutoCloseable {

  /**
   * Opens a connection. Its requests' outcomes go to {@code outcome}, on any thread.
   *
   * @throws DriverException when the server doesn't take it
   */
  Connection connect(int index, RequestListener outcome) throws InterruptedException;

  /**
   * Counts the messages that this case left in the store; empty when there is no store to ask.
   * Called once, after the load, with all connections closed.
   *
   * @throws DriverException when the store can't be asked
   */
  OptionalLong stored() throws InterruptedException;

  /**
   * What the store keeps on its disks for a message, one copy of it, in bytes; empty when the store
   * doesn't say. Called once, behind {@link #stored}.
   *
   * @throws DriverException when the store can't be asked
   */
  default OptionalDouble keptBytesPerMessage() throws InterruptedException {
    return OptionalDouble.empty();
  }

  /**
   * Removes what {@link Driver#open} made.
   *
   * @throws DriverException when it may have left something behind: says what
   */
  @Override
  void close();
}
