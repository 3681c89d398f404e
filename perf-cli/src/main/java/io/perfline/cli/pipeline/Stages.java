package io.perfline.cli.pipeline;

import io.perfline.cli.baseline.BaselineChoice;
import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.deploy.stack.StackDirectory;
import io.perfline.deploy.stack.StackStage;
import io.perfline.deploy.tomcat.DeployStage;
import io.perfline.gate.GateRequest;
import io.perfline.gate.GateStage;
import io.perfline.gate.TrendRequest;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.imported.ImportedResults;
import io.perfline.gate.publish.MetricsTarget;
import io.perfline.gate.publish.PublishCommand;
import io.perfline.gate.report.ReportCommand;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.why.WhyCommand;
import io.perfline.sims.run.Forecast;
import io.perfline.sims.run.RunRequest;
import io.perfline.sims.run.RunStage;
import io.perfline.sims.server.MachineState;
import io.perfline.sims.service.ExpectedServers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The stages of the pipeline, each of which is also a command. They read and write the files of a
 * run, and throw a {@link io.perfline.core.command.Fault} with the exit code of their command.
 */
public interface Stages {

  /** Returns the stages, which run in this process and print to {@code out}. */
  static Stages printingTo(PrintWriter out) {
    return () -> out;
  }

  /**
   * Returns the stage that generates load, with the rules and the reader of results of the gate.
   */
  static RunStage runStage() {
    return new RunStage(GateStage::stoppingRule, new ImportedResults());
  }

  /** Returns the writer of what the stages print. */
  PrintWriter out();

  /**
   * Finds all cases, and checks that the profile contains the named ones or, without names, any.
   */
  default List<CatalogueEntry> plan(Project project, String profile, List<String> cases) {
    project.requireVariables(System.getenv());
    return RunStage.planned(project, profile, cases);
  }

  /**
   * Checks that the commit or file to compare with exists.
   *
   * @param against the value of the option {@code --against}; null if it was not given
   */
  default void requireBaseline(Project project, String against) {
    BaselineChoice.require(project, against);
  }

  /** Forecasts the duration of the cases. */
  default Forecast forecast(Project project, String profile, List<String> cases) {
    return RunStage.forecast(project, profile, cases);
  }

  /**
   * Checks the thresholds against the cases.
   *
   * @param compared the profile that will be measured against a baseline; null for none
   */
  default Thresholds check(Path thresholds, List<CatalogueEntry> cases, String compared) {
    return new GateStage(silent()).check(thresholds, cases, compared);
  }

  /** Observes the machine for some seconds, and estimates what a comparison will detect. */
  default LoadForecast forecast(
      Project project, String profile, Thresholds limits, List<CatalogueEntry> cases)
      throws InterruptedException {
    MachineState machine =
        MachineState.observe(
            StackDirectory.processes(Homes.project()).values(), ExpectedServers.of(project));
    return LoadForecast.of(machine, limits, cases, profile, LoadForecast.earlier(project, profile));
  }

  /** Returns whether an earlier commit that may be the baseline compares builds in pairs. */
  default boolean comparesInPairs(ProjectBaseline request) {
    return request.comparesInPairs();
  }

  default BaselineFile baseline(ProjectBaseline request) throws InterruptedException {
    return request.ready();
  }

  default boolean stackIsUp() throws InterruptedException {
    return new StackStage(silent()).status();
  }

  /**
   * Starts the local stack's servers that an environment needs.
   *
   * @param project the perf.yml whose service the Tomcat runs; null for the one in the project's
   *     home, if any
   */
  default void stackUp(Path environment, Path project) throws InterruptedException {
    new StackStage(out()).up(environment, Set.of(), project);
  }

  /** Prints only the servers that had to be killed. */
  default void stackDown() throws InterruptedException {
    new StackStage(silent()).down().forEach(out()::println);
  }

  default void deploy(Project project, EnvironmentOption environment)
      throws IOException, InterruptedException {
    new DeployStage(out()).deploy(project, null, null, environment);
  }

  default void run(RunRequest request) throws IOException, InterruptedException {
    runStage().run(request, out());
  }

  default void publishMetrics(Path run, MetricsTarget target) {
    target.publish(run, out());
  }

  default void publish(Path run, HistoryOption history) {
    PublishCommand.publish(run, history, out());
  }

  default GateStage.Result judge(GateRequest request) throws IOException {
    return new GateStage(out()).judge(request);
  }

  default void trend(TrendRequest request) throws IOException {
    request.find(out());
  }

  default void report(Path run) {
    ReportCommand.write(run, null, false, out());
  }

  default void why(Path run) {
    WhyCommand.print(run, out());
  }

  private static PrintWriter silent() {
    return new PrintWriter(Writer.nullWriter());
  }
}
