package io.perfline.core.project;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.needs.Need;
import io.perfline.core.project.needs.NeedVariables;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordCopy;
import io.perfline.core.yaml.RecordSchema;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code perf.yml}.
 *
 * @param service the service under test; null without a {@code perf.yml}
 * @param environment the environment file; null if the service needs none
 * @param workloads the folder of workload files; null for none
 * @param file the file; paths in it are relative to its folder
 */
@Key.Noun("a project")
public record Project(
    @Key(value = "The version of the file's format is 1.", required = true, kind = "version")
        int version,
    @Key(
            value = "Names the project in the history. The default is the folder's name.",
            what = "a name",
            form = "^\\S+$")
        String name,
    @Key(value = "Describes the service under load.", required = true) ServiceUnderTest service,
    @Key(
            "Defines the servers that the service needs, such as databases, by name. Each build of a"
                + " comparison has its own.")
        @Key.Names(value = "need", letters = NEED_LETTERS, form = NEED_NAME)
        Map<String, Need> needs,
    @Key(
            "Names the environment file with the addresses of the servers that the service uses and"
                + " of the deployed service. Without it, the service uses no servers and runs only"
                + " during the load.")
        Path environment,
    @Key("Defines the scenarios and other loads, by name.")
        @Key.Names(
            value = "scenario",
            letters = "a-z, 0-9, '_' and '-'",
            form = "^[a-z][a-z0-9_-]*$",
            inFile = true)
        Map<String, PlannedLoad> load,
    @Key(
            "Names the folder with the workload files of perfline's own drivers. By default there"
                + " are none.")
        Path workloads,
    @Key(
            value = "Lists jars with your own drivers, which 'driver' selects by name.",
            kind = "paths")
        List<String> drivers,
    @Key(
            value = "Sets, for each profile, how long a scenario is warmed up and measured.",
            defaultValue = "{commit: {warm_up: 5 s, duration: 20 s}}")
        @Key.Names(value = "profile", inFile = true)
        Map<String, Durations> profiles,
    @Key(value = "Names the thresholds file.", defaultValue = "thresholds.yml") Path thresholds,
    @Key(
            value = "Names the folder of the history, which is used if there is no InfluxDB.",
            defaultValue = StateFolder.DEFAULT_HISTORY)
        Path history,
    Path file)
    implements RecordSchema.Checked {

  /** The default name of the file. */
  public static final String FILE = "perf.yml";

  static final String NEED_LETTERS = "a-z, 0-9, '_' and '-'";
  static final String NEED_NAME = "^[a-z][a-z0-9_-]*$";

  public Project {
    if (name == null) {
      name = String.valueOf(file.toAbsolutePath().normalize().getParent().getFileName());
    }
  }

  /**
   * Creates a project without a service, for the loads on servers only that are part of perfline.
   *
   * @param home a folder without {@code perf.yml}
   */
  public static Project ofServers(Path home) {
    return new Project(
        1,
        null,
        null,
        Map.of(),
        null,
        Map.of(),
        Homes.tool(home).resolve("gatling-sims/workloads"),
        List.of(),
        Map.of(),
        home.resolve("thresholds.yml"),
        StateFolder.HISTORY.in(home),
        home.resolve(FILE));
  }

  /** Returns the folder of the file. */
  public Path home() {
    return file.toAbsolutePath().normalize().getParent();
  }

  /**
   * Returns this project with the service section of another commit.
   *
   * @param other the {@code perf.yml} of that commit
   */
  public Project withServiceOf(Path other) {
    return RecordCopy.of(this, "service", ProjectFile.readService(other), "file", other);
  }

  /** Returns this project with another service section, but with its own load and folder. */
  public Project withService(ServiceUnderTest its) {
    return RecordCopy.of(this, "service", its);
  }

  /** Returns this project with another environment variable for the service's process. */
  public Project withVariable(String variable, String value) {
    return withService(service.withVariable(variable, value));
  }

  /**
   * Returns the path of the WAR that is built in this project.
   *
   * @throws Fault exit code 2 if the file names no WAR
   */
  public Path war() {
    if (service == null || service.war() == null) {
      throw Fault.configuration("%s names no WAR at service.war: name one here".formatted(file));
    }
    return home().resolve(service.war());
  }

  /**
   * Checks that the variables are set which the service's process and its login need. Variables of
   * the local stack are skipped, because their values are known only when it runs.
   *
   * @param variables the environment variables of the process
   * @throws Fault exit code 2 if one of them isn't set
   */
  public void requireVariables(Map<String, String> variables) {
    if (service == null) {
      return;
    }
    ProcessVariables set = new ProcessVariables(file, variables);
    service.variables().values().stream()
        .flatMap(text -> text.names().stream())
        .filter(name -> !name.startsWith("PERF_") && !name.equals(ServiceUnderTest.SIDE_DIR))
        .filter(name -> !NeedVariables.isOfNeed(name))
        .filter(name -> service.needs().isEmpty() || !name.equals(NeedVariables.SIDE))
        .forEach(set::apply);
    authorization(variables);
  }

  /**
   * Returns the value of the header {@code Authorization} of each request to the service; null for
   * none.
   *
   * @param variables the environment variables of the process
   * @throws Fault exit code 2 if a variable that it needs isn't set
   */
  public String authorization(Map<String, String> variables) {
    return service == null || service.login() == null
        ? null
        : service.login().authorization(new ProcessVariables(file, variables));
  }

  public <T extends PlannedLoad> Map<String, T> loads(Class<T> type) {
    Map<String, T> found = new LinkedHashMap<>();
    load.values().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .forEach(one -> found.put(one.name(), one));
    return found;
  }

  @Override
  public void check(ParsedObject parsed) {
    if (parsed.context().failed()) {
      return;
    }
    checkNeeds(parsed);
    if (!parsed.isGiven("load") && !parsed.isGiven("workloads")) {
      parsed.fault("service", "nothing loads it: add 'load', or 'workloads'");
    }
    if (service.isLibrary() && loads(ProgramLoad.class).size() < load.size()) {
      parsed.fault(
          "load",
          "a library can only be loaded with 'jmh' or 'command', because it has no address");
    } else if (!service.listens() && !loads(Scenario.class).isEmpty()) {
      parsed.fault(
          "service",
          "command must contain %s, the port to listen on: a scenario sends HTTP requests to it"
              .formatted(ServiceUnderTest.PORT));
    }
  }

  private void checkNeeds(ParsedObject parsed) {
    service.withNeeds(needs).checkNeeds(parsed.context(), parsed.position("service"));
    loads(ProgramLoad.class)
        .forEach(
            (name, program) ->
                NeedVariables.fault(program.command(), needs.keySet())
                    .ifPresent(fault -> parsed.fault("load", name + ": " + fault)));
    if (needs.isEmpty()) {
      return;
    }
    if (service.url() != null) {
      parsed.fault("needs", "they can't be used with 'url': perfline doesn't start that service");
    } else if (service.tomcat() == ServiceUnderTest.TomcatUse.ONE && service.war() != null) {
      parsed.fault(
          "needs",
          "each build has its own, but both share a Tomcat and its variables: use 'tomcat: each'");
    }
  }
}
