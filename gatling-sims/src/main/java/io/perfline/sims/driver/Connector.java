package io.perfline.sims.driver;

/** Opens the connections of a load. */
@FunctionalInterface
public interface Connector {

  /**
   * Opens a connection. Its requests' outcomes go to {@code listener}, on any thread.
   *
   * @throws DriverException when the server doesn't take it
   */
  Connection connect(int index, RequestListener listener) throws InterruptedException;

  /**
   * Opens connections that one thread drives together, for the closed model: a thread for each
   * connection, asleep until its answer comes, costs more than the answer. Null where each
   * connection needs a thread of its own.
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
