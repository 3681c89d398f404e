package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.history.HistoryOption;
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

  /** The same place, for the verdicts on commits. */
  CommitVerdicts verdicts() {
    return new CommitVerdicts(project.home(), historyOption());
  }

  private HistoryOption historyOption() {
    List<String> words = history();
    Path place = Path.of(words.get(1));
    boolean files = words.get(0).equals("--history");
    return new HistoryOption(new EnvironmentOption(files ? null : place), files ? place : null);
  }

  /**
   * Starts the InfluxDB of the local stack where the history is in it and it is down.
   *
   * @throws Fault exit code 3 when it doesn't start
   */
  void setUpHistory(StageLog stages, StackLease stack) throws InterruptedException {
    if (historyOption().isDown()) {
      stack.own();
      Path alone = Homes.tool(Main.home()).resolve("deploy/environments/history.yml");
      if (stages.step("stack up", StageLog.words("stack", "up", "--environment", alone)) != 0) {
        stack.takeDown();
        throw Fault.noVerdict("the verdict could not be published: see above");
      }
    }
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
