package io.perfline.sims.driver;

import io.perfline.core.run.ConsumerLag;
import io.perfline.core.run.FailedAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The use of a server by one case, which {@link Driver#open} starts. It must be closed. */
public interface Session extends Connector, AutoCloseable {

  /**
   * Returns the number of messages that this case left in the store; empty if there is no store.
   * Called once, after the load, when all connections are closed.
   *
   * @throws DriverException if the store does not respond
   */
  default OptionalLong stored() throws InterruptedException {
    return OptionalLong.empty();
  }

  /**
   * Returns the bytes on disk per message and replica; empty if the store does not report them.
   * Called once, after {@link #stored}.
   *
   * @throws DriverException if the store does not respond
   */
  default OptionalDouble keptBytesPerMessage() throws InterruptedException {
    return OptionalDouble.empty();
  }

  /**
   * Waits until the consumers of the load's messages have caught up, and returns their lag; empty
   * without consumers. Called once, after {@link #stored}.
   *
   * @param from the start of the measured period
   * @param load the length of the period
   * @throws DriverException if the lag cannot be determined
   */
  default Optional<ConsumerLag> consumed(Instant from, Duration load) throws InterruptedException {
    return Optional.empty();
  }

  /**
   * Returns further results by the names of their metrics. Called once, after {@link #stored}.
   *
   * @throws DriverException if they cannot be determined
   */
  default Map<String, Double> figures() {
    return Map.of();
  }

  /** Returns the first failed requests with their responses; empty if none were kept. */
  default List<FailedAnswer> failures() {
    return List.of();
  }

  /** Returns whether the load is expected to bring the server to a stop. */
  default boolean fallsSilent() {
    return false;
  }

  /**
   * Removes what {@link Driver#open} has created.
   *
   * @throws DriverException that names what may be left
   */
  @Override
  void close();
}
