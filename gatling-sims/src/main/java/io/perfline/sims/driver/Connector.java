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
   * Returns a multiplexer for connections that carry one request at a time. One thread drives many
   * of them, because a thread per connection costs more than the answers, and an open model opens
   * more of them as it needs them. Returns null if each connection needs a thread, or carries
   * several requests at a time.
   */
  default Multiplexer multiplexer() {
    return null;
  }

  /**
   * Returns the requests of a load that has a rhythm of its own; null for a load whose requests are
   * all alike. Its connector has a {@link #multiplexer}.
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
