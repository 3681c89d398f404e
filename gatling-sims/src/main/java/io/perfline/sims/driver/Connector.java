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

  /** Called before the first connection with this generator's index among several, from 0. */
  default void shard(int index, int of) {}

  /**
   * Returns whether a connection carries one request at a time, so that {@link Connection#send}
   * returns with the answer. An open model then opens connections as it needs them.
   */
  default boolean isExclusive() {
    return false;
  }

  /** Returns a connection that is opened by its first request, whose time includes it. */
  default Connection connectLater(int index, RequestListener listener) throws InterruptedException {
    return connect(index, listener);
  }

  /**
   * Returns a multiplexer for connections of the closed model that one thread drives together,
   * because a thread per connection costs more than the answers; null if each connection needs one.
   */
  default Multiplexer multiplexer() {
    return null;
  }

  /**
   * Returns the requests of a load that has a rhythm of its own; null for a load whose requests are
   * all alike. Its connector {@link #isExclusive}.
   */
  default RequestSequence sequence() {
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
