package io.perfline.sims.driver;

/** Opens the connections of a load. */
@FunctionalInterface
public interface Connector {

  /**
   * Opens a connection, whose results go to {@code listener} on any thread.
   *
   * @throws DriverException if the server does not accept it
   */
  Connection connect(int index, RequestListener listener) throws InterruptedException;

  /**
   * Returns a multiplexer for connections of the closed model that one thread drives together,
   * because a thread per connection costs more than the answers; null if each connection needs one.
   */
  default Multiplexer multiplexer() {
    return null;
  }

  /**
   * Returns true where a load must not be measured anew if response times fell, as in one into
   * which a fault is injected.
   */
  default boolean keepsItsLength() {
    return false;
  }
}
