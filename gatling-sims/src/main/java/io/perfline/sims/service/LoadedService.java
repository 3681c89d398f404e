package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.ServerEnd;
import io.perfline.sims.server.CostMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The service under load. */
public interface LoadedService {

  /** Returns how long the service may take to become ready after it was started. */
  Duration readyTimeout();

  /**
   * Waits until the service is ready.
   *
   * @param progress receives a line if that takes longer than two seconds
   * @throws io.perfline.sims.driver.DriverException with the reason, if it is not ready in time
   */
  void awaitReady(Duration timeout, Consumer<String> progress) throws InterruptedException;

  /** Returns the commit that the ready service reports, or otherwise a digest of its file. */
  String deployed() throws InterruptedException;

  /**
   * Returns how the server has ended since it was last ready; empty if it runs as far as is known.
   */
  default Optional<ServerEnd> serverEnd() {
    return Optional.empty();
  }

  /**
   * Returns why the service never became ready although it was started alone, and whether the
   * baseline becomes ready in the same place; empty if the service was ready once.
   */
  default Optional<ServerEnd> neverReady() throws InterruptedException {
    return Optional.empty();
  }

  /** Returns the processes of shared servers on this machine that work for the service. */
  default List<ProcessHandle> sharedServers() {
    return List.of();
  }

  /** Returns how much of the disk the servers use that the service needs; empty for none. */
  default String usedDisk() {
    return "";
  }

  /** Returns whether {@link #reset} does anything. */
  default boolean resets() {
    return false;
  }

  /**
   * Restores the data of the servers that the service needs, before a case is loaded and after its
   * warm-up.
   *
   * @throws io.perfline.sims.driver.DriverException with the reason, if it fails
   */
  default void reset() throws InterruptedException {}

  /** Loads the service of an environment, and returns whether it sent any response. */
  interface BaselineLoad {
    boolean on(Environment environment) throws IOException, InterruptedException;
  }

  /** Returns whether the server of the baseline is known to survive a load. */
  default boolean baselineSurvives(BaselineLoad load) throws IOException, InterruptedException {
    return false;
  }

  /**
   * Returns which server the service has lost, so that it cannot answer; empty if none is known.
   * Called when requests have failed.
   */
  default Optional<String> lostServer() throws InterruptedException {
    return Optional.empty();
  }

  /** Returns the servers on this machine to which the service is connected, with their names. */
  default Map<ProcessHandle, String> usedServers() {
    return Map.of();
  }

  /** Returns the meter of the service's resources. */
  CostMeter meter();
}
