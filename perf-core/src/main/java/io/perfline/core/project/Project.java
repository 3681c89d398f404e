package io.perfline.core.project;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code perf.yml} says.
 *
 * @param file it; the paths in it are meant from its folder
 * @param name what its environment is called in the history
 * @param service what is loaded; null where no {@code perf.yml} says
 * @param environment file that says where its servers are; null when it needs none
 * @param load the scenarios and other loads, by name
 * @param workloads folder of loads in the workloads' own format; null for none
 * @param drivers jars with drivers of the team's own, as the file names them
 * @param profiles how long each is measured, by the names that {@code --profile} knows
 * @param thresholds file of the limits
 * @param history folder that keeps what was measured where there is no InfluxDB
 */
public record Project(
    Path file,
    String name,
    ServiceUnderTest service,
    Path environment,
    Map<String, PlannedLoad> load,
    Path workloads,
    List<String> drivers,
    Map<String, LoadTimes> profiles,
    Path thresholds,
    Path history) {

  /** What the file is called where nobody says otherwise. */
  public static final String FILE = "perf.yml";

  /**
   * No service, but the loads that perfline brings along, of servers alone.
   *
   * @param home where there is no {@code perf.yml}
   */
  public static Project ofServers(Path home) {
    return new Project(
        home.resolve(FILE),
        String.valueOf(home.toAbsolutePath().normalize().getFileName()),
        null,
        null,
        Map.of(),
        Homes.tool(home).resolve("gatling-sims/workloads"),
        List.of(),
        Map.of(),
        home.resolve("thresholds.yml"),
        home.resolve(".perf/history"));
  }

  /** The folder of the file. */
  public Path home() {
    return file.toAbsolutePath().normalize().getParent();
  }

  /**
   * The same project with the service of another commit, as {@code other} says it.
   *
   * @param other the {@code perf.yml} of that commit
   */
  public Project withServiceOf(Path other) {
    return new Project(
        other,
        name,
        ProjectFile.readService(other),
        environment,
        load,
        workloads,
        drivers,
        profiles,
        thresholds,
        history);
  }

  /**
   * The WAR, as it is built here.
   *
   * @throws Fault exit code 2 when there is none
   */
  public Path war() {
    if (service == null || service.war() == null) {
      throw Fault.configuration("%s names no WAR at service.war: name one here".formatted(file));
    }
    return home().resolve(service.war());
  }

  /**
   * The header {@code Authorization} of each request to the service; null for none.
   *
   * @param variables of the process
   * @throws Fault exit code 2 when one that it needs isn't set
   */
  public String authorization(Map<String, String> variables) {
    return service == null || service.login() == null
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
