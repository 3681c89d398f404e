package io.perfline.gate.history;

import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.environment.Variables;
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
              + " environment or of the local stack; without one, .perf/history).")
  private Path folder;

  /** As a command line sets it. */
  public HistoryOption() {
    this(new EnvironmentOption(), null);
  }

  /**
   * @param folder with the history; null where it is in the InfluxDB of the environment
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
  public Environment environment() {
    return environment.load();
  }

  /**
   * @throws io.perfline.core.command.Fault (exit code 2) when the file or a variable is wrong
   */
  public InfluxDb influxDb() {
    return environment().influxdb();
  }

  /** The folder, when the history is kept in files. */
  public Optional<HistoryFolder> files() {
    Path home = Homes.project();
    if (folder == null && hasInfluxDb(home)) {
      return Optional.empty();
    }
    return Optional.of(new HistoryFolder(folder == null ? home.resolve(".perf/history") : folder));
  }

  /** Returns true where the history is in the InfluxDB of the local stack, and that is down. */
  public boolean isDown() {
    return files().isEmpty()
        && environment().variables().contains(PORT)
        && !Variables.of(Homes.project(), System.getenv()).containsKey(PORT);
  }

  /** Returns the history for the gate. */
  public History history() {
    return files()
        .<History>map(FileHistory::new)
        .orElseGet(() -> new InfluxHistory(this::influxDb));
  }

  /** Returns true if the history is in an InfluxDB, even if the stack is down. */
  private boolean hasInfluxDb(Path home) {
    if (environment.given().isPresent()) {
      return Environment.load(environment.given().get(), Map.of()).hasInfluxDb();
    }
    return Variables.of(home, System.getenv()).containsKey(PORT)
        || Files.isDirectory(home.resolve(".perf/stack/influxdb"));
  }
}
