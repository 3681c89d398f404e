package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The servers that a project needs.
 *
 * @param named the option {@code --environment}, or nothing
 */
record ProjectServers(Project project, List<String> named) {

  /** The words by which a stage is told where they are; none when the project needs none. */
  List<String> words() {
    if (!named.isEmpty()) {
      return named;
    }
    if (project.environment() != null) {
      return StageLog.words("--environment", project.environment());
    }
    Path tomcat = Homes.tool(Main.home()).resolve("deploy/environments/tomcat.yml");
    return isWar() ? StageLog.words("--environment", tomcat) : List.of();
  }

  /**
   * The words by which a stage is told where the history is: in files where no InfluxDB is named.
   */
  List<String> history() {
    boolean kept = !words().isEmpty() && environment().hasInfluxDb();
    return kept ? words() : StageLog.words("--history", project.history());
  }

  /** Whether the service is deployed before it is loaded, and stays. */
  boolean deploys() {
    return isWar() && environment().hasService();
  }

  private Environment environment() {
    return Environment.load(Path.of(words().get(1)), Map.of());
  }

  /**
   * Has those of the local stack run.
   *
   * @throws Fault exit code 3 when they don't
   */
  void setUp(StageLog stages, StackLease stack, boolean keep) throws InterruptedException {
    if (!areOfTheStack()) {
      return;
    }
    if (stages.silently(StageLog.words("stack", "status")) != 0 && !keep) {
      stack.own();
    }
    if (stages.step("stack up", StageLog.words("stack", "up", words(), "--file", project.file()))
        != 0) {
      stack.takeDown();
      throw Fault.noVerdict("nothing was measured: see above");
    }
  }

  /** Whether some of them may be of the local stack. */
  boolean areOfTheStack() {
    return isWar() || project.environment() != null;
  }

  private boolean isWar() {
    return project.service().war() != null;
  }
}
