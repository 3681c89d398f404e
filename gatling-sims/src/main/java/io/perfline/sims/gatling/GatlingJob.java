package io.perfline.sims.gatling;

import io.gatling.app.Gatling;
import io.gatling.javaapi.core.Simulation;
import io.perfline.sims.gatling.load.HttpLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What a JVM of Gatling's is started for.
 *
 * @param main its main class, which takes Gatling's arguments
 * @param simulation class of the simulation
 * @param classPath that it is found on
 * @param properties system properties, by name
 * @param load that the simulation is to drive; null when it knows itself
 * @param length how long it drives load at most
 */
record GatlingJob(
    String main,
    String simulation,
    String classPath,
    Map<String, String> properties,
    HttpLoad load,
    Duration length) {
  private static final Duration START_AND_REPORT = Duration.ofSeconds(90);

  /** A simulation of our own. */
  static GatlingJob of(Class<? extends Simulation> simulation, HttpLoad load) {
    return new GatlingJob(
        Gatling.class.getName(),
        simulation.getName(),
        System.getProperty("java.class.path"),
        Map.of(),
        load,
        load.length()
            .plus(load.timeout().multipliedBy(2)) // a page, then its resources
            .plus(load.thinkTime().multipliedBy(4)));
  }

  /** How long it may take from {@code now} on, its report included. */
  Duration most(Instant now) {
    Instant start = load == null ? null : load.shard().start();
    boolean waits = start != null && start.isAfter(now);
    return length.plus(waits ? Duration.between(now, start) : Duration.ZERO).plus(START_AND_REPORT);
  }
}
