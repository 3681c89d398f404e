package io.perfline.sims.driver;

/** Opens the connections of a load. */
@FunctionalInterface
public interface Connector {

  /**
   * Opens a connection, which reports results to {@code listener} on any thread.
   *
   * @throws DriverException if the server does not accept the connection
   */
  Connection connect(int index, RequestListener listener) throws InterruptedException;

  /**
   * Called before the first connection if several generators share the load.
   *
   * @param index the index of this generator, from 0
   * @param count the number of generators
   */
  default void shard(int index, int count) {}

  /**
   * Returns a multiplexer for connections that carry one request at a time. One thread drives many
   * of them, because a thread per connection would cost more than the responses do, and an open
   * model opens further connections as it needs them. Returns null if each connection needs a
   * thread or carries several requests at a time.
   */
  default Multiplexer multiplexer() {
    return null;
  }

  /**
   * Returns the requests of a load with its own timing, for which {@link #multiplexer} returns a
   * multiplexer; null for a load whose requests are all alike.
   */
  default RequestSequence sequence() {
    return null;
  }

  /**
   * Returns true for a load that must not be repeated if response times fell, such as one with an
   * injected fault.
   */
  default boolean keepsItsLength() {
    return false;
  }
}
