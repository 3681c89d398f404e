package io.perfline.cli;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.GateRequest;
import io.perfline.gate.GateStage;
import io.perfline.gate.TrendRequest;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.publish.MetricsTarget;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The stages of the pipeline, each of which is also a command. They read and write the files of a
 * run, and throw a {@link io.perfline.core.command.Fault} with the exit code of their command.
 */
public interface Stages {

  /**
   * Finds all cases, and checks that the profile contains the named ones or, without names, any.
   */
  List<CatalogueEntry> plan(Project project, String profile, List<String> cases);

  /**
   * Checks that the commit or file to compare with exists.
   *
   * @param against the value of the option {@code --against}; null if it was not given
   */
  void requireBaseline(Project project, String against);

  /** Forecasts the duration of the cases. */
  String forecast(Project project, String profile, List<String> cases);

  /**
   * Checks the thresholds against the cases.
   *
   * @param compared the profile that will be measured against a baseline; null for none
   */
  Thresholds check(Path thresholds, List<CatalogueEntry> cases, String compared);

  /** Observes the machine for some seconds, and estimates what a comparison will detect. */
  LoadForecast forecast(
      Project project, String profile, Thresholds limits, List<CatalogueEntry> cases)
      throws InterruptedException;

  /** Returns whether an earlier commit that may be the baseline compares builds in pairs. */
  boolean comparesInPairs(ProjectBaseline request);

  BaselineFile baseline(ProjectBaseline request) throws InterruptedException;

  boolean stackIsUp() throws InterruptedException;

  /**
   * Starts the local stack's servers that an environment needs.
   *
   * @param project the perf.yml whose service the Tomcat runs; null for the one in the project's
   *     home, if any
   */
  void stackUp(Path environment, Path project) throws InterruptedException;

  void stackDown() throws InterruptedException;

  void deploy(Project project, EnvironmentOption environment)
      throws IOException, InterruptedException;

  void run(RunRequest request) throws IOException, InterruptedException;

  void publish(Path run, HistoryOption history);

  void publishMetrics(Path run, MetricsTarget target);

  GateStage.Result judge(GateRequest request) throws IOException;

  void trend(TrendRequest request) throws IOException;

  void report(Path run);

  void why(Path run);
}
