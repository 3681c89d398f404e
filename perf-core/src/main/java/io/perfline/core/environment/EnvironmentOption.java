package io.perfline.core.environment;

import io.perfline.core.command.Homes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --environment} of every command that needs servers. */
public final class EnvironmentOption {

  @Option(
      names = "--environment",
      paramLabel = "FILE",
      description = "Environment file with the servers (default: deploy/environments/local.yml).")
  private Path file;

  /** Creates the option for a command line to set. */
  public EnvironmentOption() {
    this(null);
  }

  /**
   * @param file the file that is named; null for none
   */
  public EnvironmentOption(Path file) {
    this.file = file;
  }

  /** Returns the file, if one was named. */
  public Optional<Path> given() {
    return Optional.ofNullable(file);
  }

  /** Returns the file that was named, else that of the local stack. */
  public Path file(Path home) {
    return given().orElseGet(() -> ofLocalStack(home));
  }

  /**
   * Returns the file that was named, else that of the project, else that of the local stack.
   *
   * @param ofProject null when the project names none
   */
  public Path file(Path home, Path ofProject) {
    return given().orElseGet(() -> ofProject == null ? ofLocalStack(home) : ofProject);
  }

  /** Returns the file of the local stack, which perfline contains. */
  public static Path ofLocalStack(Path home) {
    return Homes.tool(home).resolve("deploy/environments/local.yml");
  }

  /** Returns the file of the local stack's Tomcat alone. */
  public static Path ofLocalTomcat(Path home) {
    return Homes.tool(home).resolve("deploy/environments/tomcat.yml");
  }

  /**
   * Reads the environment, with the variables of this process and of the running stack.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) when the file or a variable is wrong
   */
  public Environment load() {
    Path home = Homes.project();
    return Environment.load(file(home), Variables.of(home, System.getenv()));
  }

  /** Reads a file that was named, so that its faults show also where none of it is needed. */
  public void check() {
    given().ifPresent(named -> Environment.load(named, Map.of()));
  }
}
