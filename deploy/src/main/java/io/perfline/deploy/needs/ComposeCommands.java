package io.perfline.deploy.needs;

import io.perfline.core.command.Fault;
import io.perfline.deploy.process.SystemTool;

/**
 * The shell commands that start and remove the containers of a Compose file.
 *
 * @param tool {@code docker} or {@code podman}
 * @param project the name under which the containers, networks and volumes belong together
 * @param file the Compose file, relative to the project's folder
 */
record ComposeCommands(String tool, String project, String file) {

  /**
   * Uses Docker, or otherwise Podman.
   *
   * @throws Fault exit code 2 if neither is installed
   */
  static ComposeCommands of(String project, String file) {
    for (String tool : new String[] {"docker", "podman"}) {
      if (SystemTool.onPath(tool).isPresent()) {
        return new ComposeCommands(tool, project, file);
      }
    }
    throw Fault.configuration(
        "'compose: %s' in perf.yml needs Docker or Podman, and neither is on the PATH: install one,"
                .formatted(file)
            + " or start the server by 'command'");
  }

  /** Runs the containers until this command is stopped. */
  String up() {
    return base() + " up --abort-on-container-exit --no-color";
  }

  /** Removes the containers with their networks and volumes. */
  String down() {
    return base() + " down --volumes --remove-orphans --timeout 10";
  }

  /** Prints the id of each container. */
  String ids() {
    return base() + " ps --quiet";
  }

  private String base() {
    return "%s compose --project-name '%s' --file '%s'".formatted(tool, project, file);
  }
}
