package io.perfline.gate.history;

import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.environment.Variables;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.gate.judge.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The location of the history: an InfluxDB, or a folder of files if there is none. */
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
              + " that perf.yml names, else "
              + StateFolder.DEFAULT_HISTORY
              + ").")
  private Path folder;

  /** Creates the option for picocli, which sets its fields from the command line. */
  public HistoryOption() {
    this(new EnvironmentOption(), null);
  }

  /**
   * Creates the option with fixed values.
   *
   * @param folder the folder of the history; null if it is in the InfluxDB of the environment
   */
  public HistoryOption(EnvironmentOption environment, Path folder) {
    this.environment = environment;
    this.folder = folder;
  }

  /**
   * Reads the environment file if one was given, so that its errors are reported even if it isn't
   * used.
   */
  public void check() {
    environment.check();
  }

  /**
   * Reads the environment.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) if the file or a variable is invalid
   */
  private Environment environment() {
    return new EnvironmentOption(file().orElse(null)).load();
  }

  /**
   * Returns the name of the environment in the history. A project that needs no servers uses its
   * own name.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) if a file is invalid
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

  /** Returns the environment file that was given, otherwise that of the project. */
  private Optional<Path> file() {
    return environment.given().or(() -> project().map(Project::environment));
  }

  /**
   * Returns the address of the InfluxDB.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) if the file or a variable is invalid
   */
  public InfluxDb influxDb() {
    return environment().influxdb();
  }

  /** Returns the folder of the history; empty if the history is in an InfluxDB. */
  public Optional<HistoryFolder> files() {
    if (folder != null) {
      return Optional.of(new HistoryFolder(folder));
    }
    Path home = Homes.project();
    return hasInfluxDb(home)
        ? Optional.empty()
        : Optional.of(
            new HistoryFolder(
                project().map(Project::history).orElseGet(() -> StateFolder.HISTORY.in(home))));
  }

  /** Returns true if the history is in the InfluxDB of the local stack and the stack is down. */
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
            || Files.isDirectory(StateFolder.STACK_HISTORY.in(home));
    Optional<Path> file = file();
    if (file.isEmpty()) {
      return ofStack && project().isEmpty();
    }
    Environment named = Environment.load(file.get(), Map.of());
    boolean anywhere = environment.given().isPresent() || !named.variables().contains(PORT);
    return named.hasInfluxDb() && (anywhere || ofStack);
  }
}
