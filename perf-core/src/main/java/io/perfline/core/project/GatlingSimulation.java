package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A team's own Gatling simulation, run as it is.
 *
 * @param name the name of the load in the file
 */
public record GatlingSimulation(
    String name,
    @Key(value = "Class of the simulation.", name = "gatling", required = true) String type,
    @Key(
            value = "Folders and jars with the simulation and its dependencies.",
            name = "classpath",
            required = true)
        List<String> classPath,
    @Key("System properties that it is given; ${url} is the service's address.")
        Map<String, TextTemplate> properties,
    @Key("Names of those of its requests that are cases of their own.") List<String> requests,
    @Key(value = "How long it may take.", otherwise = "10 min") Duration within)
    implements PlannedLoad {

  /** In a property: the service's address. */
  public static final String URL = "url";
}
