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

  /** Creates the option, whose value the command line sets. */
  public EnvironmentOption() {
    this(null);
  }

  /**
   * @param file the file that was named; null for none
   */
  public EnvironmentOption(Path file) {
    this.file = file;
  }

  /** Returns the file that was named, if any. */
  public Optional<Path> given() {
    return Optional.ofNullable(file);
  }

  /** Returns the file that was named, or otherwise that of the local stack. */
  public Path file(Path home) {
    return given().orElseGet(() -> ofLocalStack(home));
  }

  /**
   * Returns the file that was named, otherwise that of the project, otherwise that of the local
   * stack.
   *
   * @param ofProject the file that the project names; null if it names none
   */
  public Path file(Path home, Path ofProject) {
    return given().orElseGet(() -> ofProject == null ? ofLocalStack(home) : ofProject);
  }

  /** Returns the environment file of the local stack, which is part of perfline. */
  public static Path ofLocalStack(Path home) {
    return Homes.tool(home).resolve("deploy/environments/local.yml");
  }

  /** Returns the environment file for only the Tomcat of the local stack. */
  public static Path ofLocalTomcat(Path home) {
    return Homes.tool(home).resolve("deploy/environments/tomcat.yml");
  }

  /**
   * Reads the environment with the variables of this process and of the running stack.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) if the file or a variable is wrong
   */
  public Environment load() {
    Path home = Homes.project();
    return Environment.load(file(home), Variables.of(home, System.getenv()));
  }

  /**
   * Reads the named file, if any, to report its errors even if the command needs none of its
   * servers.
   */
  public void check() {
    given().ifPresent(named -> Environment.load(named, Map.of()));
  }
}
