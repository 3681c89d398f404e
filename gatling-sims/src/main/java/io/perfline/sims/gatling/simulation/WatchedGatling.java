package io.perfline.sims.gatling.simulation;

import io.gatling.app.Gatling;

/** Gatling with a simulation that isn't ours, its JVM watched as it is with ours. */
public final class WatchedGatling {
  private WatchedGatling() {}

  /** Takes Gatling's own arguments. */
  public static void main(String[] args) {
    Pulse pulse = Pulse.start(() -> 0, () -> 0);
    Runtime.getRuntime().addShutdownHook(new Thread(pulse::close, "end-pulse"));
    Gatling.main(args);
  }
}
