package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perf confirm}: what {@code ci --confirm} does, for a run that is there. */
@Command(
    name = "confirm",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a run, and re-measures undecided or failed comparisons with a release.",
      "The additional pairs are added to the run."
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
      required = true,
      description = "The release that the run was measured with.")
  private Path baselineWar;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Maximum number of rounds; default ${DEFAULT-VALUE}.")
  private int rounds;

  @Mixin private JudgingOptions judging;

  private final Path home;
  private final StageRunner stages;

  /** As {@code ./perf} starts it. */
  public ConfirmCommand() {
    this(Main.home(), StageRunner.real());
  }

  ConfirmCommand(Path home, StageRunner stages) {
    this.home = home;
    this.stages = stages;
  }

  @Override
  public Integer call() throws IOException {
    ConfirmationRounds.checked("--rounds", rounds);
    if (!Files.isRegularFile(baselineWar)) {
      throw Fault.configuration("--baseline-war: there is no " + baselineWar);
    }
    Path scratch = Files.createDirectories(home.resolve(".perf"));
    List<String> environment = judging.environment();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    StageLog steps = new StageLog(stages, out, err);
    try (PipelineInterruption watching =
        PipelineInterruption.of(steps, new StackLease(stages, out, err), err)) {
      return new ConfirmationRounds(
              rounds,
              run,
              scratch.resolve("open"),
              words("--baseline-war", baselineWar, environment),
              words(judging.thresholds(), environment))
          .decide(steps, err);
    } catch (InterruptedException told) {
      return Fault.NO_VERDICT;
    }
  }
}
