package io.perfline.cli;

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
import io.perfline.gate.TrendStage;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.publish.MetricsTarget;
import io.perfline.gate.publish.PublishStage;
import io.perfline.gate.report.ReportStage;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.why.WhyCommand;
import io.perfline.sims.run.RunRequest;
import io.perfline.sims.run.RunStage;
import io.perfline.sims.server.MachinePilot;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Runs the stages in this process. */
record StageCalls(PrintWriter out) implements Stages {

  @Override
  public List<CatalogueEntry> plan(Project project, String profile, List<String> cases) {
    project.requireVariables(System.getenv());
    return RunStage.planned(project, profile, cases);
  }

  @Override
  public void requireBaseline(Project project, String against) {
    BaselineChoice.require(project, against);
  }

  @Override
  public String forecast(Project project, String profile, List<String> cases) {
    return RunStage.forecast(project, profile, cases);
  }

  @Override
  public Thresholds check(Path thresholds, List<CatalogueEntry> cases, String compared) {
    return new GateStage(silent()).check(thresholds, cases, compared);
  }

  @Override
  public LoadForecast forecast(
      Project project, String profile, Thresholds limits, List<CatalogueEntry> cases)
      throws InterruptedException {
    MachinePilot machine = MachinePilot.observe(StackDirectory.processes(Homes.project()).values());
    return LoadForecast.of(machine, limits, cases, profile, LoadForecast.earlier(project, profile));
  }

  @Override
  public boolean comparesInPairs(ProjectBaseline request) {
    return request.comparesInPairs();
  }

  @Override
  public BaselineFile baseline(ProjectBaseline request) throws InterruptedException {
    return request.ready();
  }

  @Override
  public boolean stackIsUp() throws InterruptedException {
    return new StackStage(silent()).status();
  }

  @Override
  public void stackUp(Path environment, Path project) throws InterruptedException {
    new StackStage(out).up(environment, Set.of(), project);
  }

  /** Prints only the servers that had to be killed. */
  @Override
  public void stackDown() throws InterruptedException {
    StringWriter ended = new StringWriter();
    new StackStage(new PrintWriter(ended, true)).down();
    ended.toString().lines().filter(line -> line.contains("killed")).forEach(out::println);
  }

  private static PrintWriter silent() {
    return new PrintWriter(Writer.nullWriter());
  }

  @Override
  public void deploy(Project project, EnvironmentOption environment)
      throws IOException, InterruptedException {
    new DeployStage(out).deploy(project, null, null, environment);
  }

  @Override
  public void run(RunRequest request) throws IOException, InterruptedException {
    Main.runStage().run(request, out);
  }

  @Override
  public void publishMetrics(Path run, MetricsTarget target) {
    target.publish(run, out);
  }

  @Override
  public void publish(Path run, HistoryOption history) {
    new PublishStage(out).publish(run, history);
  }

  @Override
  public GateStage.Result judge(GateRequest request) throws IOException {
    return new GateStage(out).judge(request);
  }

  @Override
  public void trend(TrendRequest request) throws IOException {
    new TrendStage(out).run(request);
  }

  @Override
  public void report(Path run) {
    ReportStage.write(run, null, false, out);
  }

  @Override
  public void why(Path run) {
    WhyCommand.print(run, out);
  }
}
