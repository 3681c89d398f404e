package io.perfline.core.project;

import io.perfline.core.command.Fault;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --file} of every command that loads a service. */
public final class ProjectOption {

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The file that describes the service and its load; default perf.yml, if it" + " exists.")
  private Path file;

  /**
   * Reads the file that was named, or otherwise the {@code perf.yml} in the current folder or in
   * {@code home}; empty if there is none. From then on this process trusts the certificates that
   * the file names.
   */
  public Optional<Project> find(Path home) {
    Optional<Project> project = ProjectFile.find(file, home);
    project.ifPresent(found -> ServiceTrust.apply(found.service()));
    return project;
  }

  /**
   * Reads the file as {@link #find} does.
   *
   * @throws Fault exit code 2 if there is none
   */
  public Project required(Path home) {
    return find(home)
        .orElseThrow(
            () ->
                Fault.configuration(
                    "there is no perf.yml here that describes what to measure: 'perfline init'"
                        + " writes one"));
  }
}
