package io.perfline.gate.history;

import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.environment.Variables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.gate.judge.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The location of the history: an InfluxDB, or files if there is none. */
public final class HistoryOption {

  /** The variable with the port of the local stack's InfluxDB. */
  private static final String PORT = "PERF_INFLUXDB_PORT";

  @CommandLine.Mixin private final EnvironmentOption environment;

  @CommandLine.Option(
      names = "--history",
      paramLabel = "FOLDER",
      description =
          "Folder with the history, one file per run (default: the InfluxDB of the"
              + " environment or of the local stack; without one, the folder"
              + " that perf.yml names, else .perf/history).")
  private Path folder;

  /** As a command line sets it. */
  public HistoryOption() {
    this(new EnvironmentOption(), null);
  }

  /**
   * @param folder the folder of the history; null if it is in the InfluxDB of the environment
   */
  public HistoryOption(EnvironmentOption environment, Path folder) {
    this.environment = environment;
    this.folder = folder;
  }

  /** Reads an environment that was named, so that its faults show also where it isn't needed. */
  public void check() {
    environment.check();
  }

  /**
   * @throws io.perfline.core.command.Fault (exit code 2) when the file or a variable is wrong
   */
  private Environment environment() {
    return new EnvironmentOption(file().orElse(null)).load();
  }

  /**
   * Returns what the environment is called in the history: a project that needs no servers has its
   * own name there.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) when a file is wrong
   */
  public String environmentName() {
    Optional<Project> project = project();
    boolean alone =
        file().isEmpty() && project.isPresent() && project.get().service().war() == null;
    return alone ? project.get().name() : environment().name();
  }

  private static Optional<Project> project() {
    return new ProjectOption().find(Homes.project());
  }

  /** Returns the environment file that was named, otherwise that of the project. */
  private Optional<Path> file() {
    return environment.given().or(() -> project().map(Project::environment));
  }

  /**
   * @throws io.perfline.core.command.Fault (exit code 2) when the file or a variable is wrong
   */
  public InfluxDb influxDb() {
    return environment().influxdb();
  }

  /** Returns the folder, if the history is stored in files. */
  public Optional<HistoryFolder> files() {
    if (folder != null) {
      return Optional.of(new HistoryFolder(folder));
    }
    Path home = Homes.project();
    return hasInfluxDb(home)
        ? Optional.empty()
        : Optional.of(
            new HistoryFolder(
                project().map(Project::history).orElseGet(() -> home.resolve(".perf/history"))));
  }

  /** Returns true where the history is in the InfluxDB of the local stack, and that is down. */
  public boolean isDown() {
    return files().isEmpty()
        && environment().variables().contains(PORT)
        && !Variables.of(Homes.project(), System.getenv()).containsKey(PORT);
  }

  public History history() {
    return files()
        .<History>map(FileHistory::new)
        .orElseGet(() -> new InfluxHistory(this::influxDb));
  }

  /** Returns true if the history is in an InfluxDB, even if the stack is down. */
  private boolean hasInfluxDb(Path home) {
    boolean ofStack =
        Variables.of(home, System.getenv()).containsKey(PORT)
            || Files.isDirectory(home.resolve(".perf/stack/influxdb"));
    Optional<Path> file = file();
    if (file.isEmpty()) {
      return ofStack && project().isEmpty();
    }
    Environment named = Environment.load(file.get(), Map.of());
    boolean anywhere = environment.given().isPresent() || !named.variables().contains(PORT);
    return named.hasInfluxDb() && (anywhere || ofStack);
  }
}
