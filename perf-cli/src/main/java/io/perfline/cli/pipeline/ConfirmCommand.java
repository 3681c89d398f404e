package io.perfline.cli.pipeline;

import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.pipeline.PipelineSteps.Ended;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.gate.GateRequest;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.run.RunRequest;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./perfline confirm}: confirms the verdict on an existing run, as {@code ci --confirm}
 * does.
 */
@Command(
    name = "confirm",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a run, and re-measures undecided or failed comparisons with its baseline.",
      "The additional pairs are added to the run, which must be of the commit that is checked"
          + " out."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every limit is met, warnings included",
      "1:a limit is exceeded",
      "2:wrong usage or configuration",
      "3:no verdict, or a round was not validly measured"
    })
public final class ConfirmCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path run;

  @Option(
      names = "--baseline-war",
      paramLabel = "WAR",
      description =
          "The release that the run was measured with (default: the commit or the address that it"
              + " was compared with).")
  private Path baselineWar;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Maximum number of rounds; default ${DEFAULT-VALUE}.")
  private int rounds;

  @Mixin private LimitsOption thresholds;

  @Mixin private EnvironmentOption environment;

  private final Path home;
  private final Function<PrintWriter, Stages> stages;

  /** Constructor for {@code ./perfline}. */
  public ConfirmCommand() {
    this(Homes.project(), Stages::printingTo);
  }

  public ConfirmCommand(Path home, Function<PrintWriter, Stages> stages) {
    this.home = home;
    this.stages = stages;
  }

  @Override
  public Integer call() {
    ConfirmationRounds.checked("--rounds", rounds);
    if (baselineWar != null && !Files.isRegularFile(baselineWar)) {
      throw Fault.configuration("--baseline-war: there is no " + baselineWar);
    }
    Project project = new ProjectOption().find(home).orElseGet(() -> Project.ofServers(home));
    Path limits = thresholds.of(project);
    HistoryOption history = new HistoryOption(environment, null);
    GateRequest judged =
        new GateRequest(run, limits, history).after(VerdictFile.readIfPresent(run).orElse(null));
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (ProjectLock lock = ProjectLock.take(home, project.home(), "perfline confirm", out);
        PipelineSteps steps = new PipelineSteps(lock, stages.apply(out), out, err)) {
      RunBaseline compared = baselineWar == null ? compared() : null;
      Ended<BaselineFile> baseline =
          compared == null
              ? new Ended<>(0, BaselineComparison.war(baselineWar))
              : baseline(compared, project, history, steps, out);
      if (baseline.code() != 0) {
        return baseline.code();
      }
      RunRequest measured =
          new RunRequest(
              project,
              environment,
              List.of(),
              null,
              null,
              limits,
              new BaselineComparison(
                  baseline.value(), compared != null && compared.equalBuilds(), null));
      return new ConfirmationRounds(rounds, judged, measured).decide(steps, err);
    } catch (InterruptedException signal) {
      return Fault.NO_VERDICT;
    }
  }

  /**
   * Returns the baseline of the run.
   *
   * @throws Fault exit code 2 if the run has none, or one that must be named
   */
  private RunBaseline compared() {
    RunBaseline compared = RunFile.read(run).baseline();
    if (compared == null || compared.problem() != null) {
      throw Fault.configuration(
          ("%s was not compared with a baseline, so there are no pairs to add to: perfline ci"
                  + " --against REF")
              .formatted(run));
    }
    if (compared.commit() == null && compared.redeployed()) {
      throw Fault.configuration(
          "%s was compared with the file %s: give that file with --baseline-war"
              .formatted(run, compared.name()));
    }
    return compared;
  }

  /** Builds this commit and the baseline of the run. */
  private Ended<BaselineFile> baseline(
      RunBaseline compared,
      Project project,
      HistoryOption history,
      PipelineSteps steps,
      PrintWriter out)
      throws InterruptedException {
    ServiceBuild builds = new ServiceBuild(project, out);
    if (project.service() != null && project.service().build() != null) {
      steps.timed("build", builds::here);
    }
    ProjectBaseline found =
        new ProjectBaseline(
            project,
            compared.commit(),
            ProfileOption.COMMIT,
            null,
            compared.equalBuilds(),
            builds,
            new CommitVerdicts(project.home(), history));
    return steps.step("baseline", "baseline", () -> steps.stages().baseline(found));
  }
}
