package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.ServerEnd;
import io.perfline.sims.server.CostMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** The loaded service as far as it is known. */
public interface LoadedService {

  /** How long it may take until it is ready, when it was just started. */
  Duration patience();

  /**
   * Returns once it may be loaded.
   *
   * @param progress receives a line if that takes longer than two seconds
   * @throws io.perfline.sims.driver.DriverException with the reason, when it isn't in time
   */
  void awaitReady(Duration patience, Consumer<String> progress) throws InterruptedException;

  /**
   * Returns the commit that the service reports once it is ready, otherwise a digest of its file.
   */
  String deployed() throws InterruptedException;

  /** Returns how its server ended since it was last ready; empty if it is not known to have. */
  default Optional<ServerEnd> serverEnd() {
    return Optional.empty();
  }

  /** Loads what runs in an environment; returns whether anything was answered. */
  interface BaselineLoad {
    boolean on(Environment environment) throws IOException, InterruptedException;
  }

  /** Returns true if the server of the baseline is known to survive a load. */
  default boolean baselineSurvives(BaselineLoad load) throws IOException, InterruptedException {
    return false;
  }

  /** Reads what it uses. */
  CostMeter meter();
}
