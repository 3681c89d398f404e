package io.perfline.sims.gatling.load;

import java.util.Map;

/**
 * One run of a simulation in a JVM that runs it repeatedly.
 *
 * @param folder the folder for the results
 * @param properties the simulation's system properties, by name
 */
public record SimulationTurn(String folder, Map<String, String> properties) {}
