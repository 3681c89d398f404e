package io.perfline.sims.gatling.load;

import java.util.Map;

/**
 * A run of a simulation in a JVM that runs it repeatedly.
 *
 * @param folder of its results
 * @param properties system properties for it, by name
 */
public record SimulationTurn(String folder, Map<String, String> properties) {}
