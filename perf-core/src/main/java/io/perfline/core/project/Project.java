package io.perfline.core.project;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code perf.yml} says.
 *
 * @param file it; the paths in it are meant from its folder
 * @param name what its environment is called in the history
 * @param service what is loaded
 * @param load the scenarios and other loads, by name
 * @param drivers jars with drivers of the team's own, as the file names them
 * @param profiles how long each is measured, by the names that {@code --profile} knows
 * @param thresholds file of the limits
 * @param history folder that keeps what was measured where there is no InfluxDB
 */
public record Project(
    Path file,
    String name,
    ServiceUnderTest service,
    Map<String, PlannedLoad> load,
    List<String> drivers,
    Map<String, LoadTimes> profiles,
    Path thresholds,
    Path history) {

  /** What the file is called where nobody says otherwise. */
  public static final String FILE = "perf.yml";

  /** The folder of the file. */
  public Path home() {
    return file.toAbsolutePath().normalize().getParent();
  }

  /**
   * The header {@code Authorization} of each request to the service; null for none.
   *
   * @param variables of the process
   * @throws io.perfline.core.command.Fault exit code 2 when one that it needs isn't set
   */
  public String authorization(Map<String, String> variables) {
    return service.login() == null
        ? null
        : service.login().authorization(new ProcessVariables(file, variables));
  }

  /** Those loads that are of a type, by name. */
  public <T extends PlannedLoad> Map<String, T> loads(Class<T> type) {
    Map<String, T> found = new LinkedHashMap<>();
    load.values().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .forEach(one -> found.put(one.name(), one));
    return found;
  }
}
