package io.perfline.sims.driver;

import io.perfline.core.run.ConsumerLag;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** One case's hold on a server: made by {@link Driver#open}, closed whatever happened. */
public interface Session extends Connector, AutoCloseable {

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
   * How far those were behind who consume what the load produces, asked until they have caught up;
   * empty when nobody does. Called once, behind {@link #stored}.
   *
   * @param from first instant that counts
   * @param load how long it lasted from then on
   * @throws DriverException when nobody can say
   */
  default Optional<ConsumerLag> consumed(Instant from, Duration load) throws InterruptedException {
    return Optional.empty();
  }

  /**
   * What else is to be known of the case, by the metric's word; called once, behind {@link
   * #stored}.
   *
   * @throws DriverException when it can't be told
   */
  default Map<String, Double> figures() {
    return Map.of();
  }

  /** Whether the load is meant to end the server, so that this is the case's result. */
  default boolean fallsSilent() {
    return false;
  }

  /**
   * Removes what {@link Driver#open} made.
   *
   * @throws DriverException when it may have left something behind: says what
   */
  @Override
  void close();
}
