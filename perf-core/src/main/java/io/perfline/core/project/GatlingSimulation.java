package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A team's own Gatling simulation, run as it is.
 *
 * @param name which the file calls it by
 * @param type the simulation's class
 * @param classPath what holds it, folders and jars, as the file names them
 * @param properties system properties that it is given, by name; {@code ${url}} in them is the
 *     service's address
 * @param requests those of its requests that are cases of their own, by Gatling's names for them
 * @param within how long it may take
 */
public record GatlingSimulation(
    String name,
    String type,
    List<String> classPath,
    Map<String, TextTemplate> properties,
    List<String> requests,
    Duration within)
    implements PlannedLoad {

  /** In a property: the service's address. */
  public static final String URL = "url";
}
