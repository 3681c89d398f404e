package io.perfline.cli.pipeline;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.history.HistoryOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * The servers that a project needs.
 *
 * @param named the value of the option {@code --environment}
 */
public record ProjectServers(Project project, EnvironmentOption named) {

  /** Returns the environment file with the servers; null if the project needs none. */
  public Path file() {
    Path tomcat = isWar() ? EnvironmentOption.ofLocalTomcat(Homes.project()) : null;
    return named.given().orElse(project.environment() == null ? tomcat : project.environment());
  }

  public EnvironmentOption environment() {
    return new EnvironmentOption(file());
  }

  /**
   * Returns the location of the history: an InfluxDB, or files if the environment contains none.
   */
  HistoryOption history() {
    return inInfluxDb()
        ? new HistoryOption(environment(), null)
        : new HistoryOption(new EnvironmentOption(), project.history());
  }

  /** Returns the command-line option for that location. */
  String historyOption() {
    return inInfluxDb() ? "--environment " + file() : "--history " + project.history();
  }

  public CommitVerdicts verdicts() {
    return new CommitVerdicts(project.home(), history());
  }

  boolean inInfluxDb() {
    return file() != null && read().hasInfluxDb();
  }

  /**
   * Returns whether the service is deployed before the load and stays deployed; a service whose
   * needs start with it can't.
   */
  public boolean deploys() {
    return isWar() && read().hasService() && project.service().needs().isEmpty();
  }

  private Environment read() {
    return Environment.load(file(), Map.of());
  }

  /**
   * Starts the InfluxDB of the local stack if it stores the history and is not running.
   *
   * @throws Fault exit code 3 if it doesn't start
   */
  void setUpHistory(PipelineSteps steps) throws InterruptedException {
    if (history().isDown()) {
      steps.ownStack();
      Path history = Homes.tool(Homes.project()).resolve("deploy/environments/history.yml");
      up(steps, history, null, "the verdict could not be published: see above");
    }
  }

  /**
   * Starts the servers of the local stack that the project needs.
   *
   * @throws Fault exit code 3 if they don't start
   */
  public void setUp(PipelineSteps steps, boolean keep) throws InterruptedException {
    if (!areOfTheStack()) {
      return;
    }
    if (!steps.run(steps.stages()::stackIsUp) && !keep) {
      steps.ownStack();
    }
    up(steps, file(), project.file(), "nothing was measured: see above");
  }

  private static void up(PipelineSteps steps, Path environment, Path project, String failure)
      throws InterruptedException {
    int code =
        steps.step("stack up", "stack up", () -> steps.stages().stackUp(environment, project));
    if (code != 0) {
      steps.takeDownStack();
      throw Fault.noVerdict(failure);
    }
  }

  /** Returns whether some of the servers may belong to the local stack. */
  boolean areOfTheStack() {
    return isWar() || project.environment() != null;
  }

  private boolean isWar() {
    return project.service().war() != null;
  }
}
