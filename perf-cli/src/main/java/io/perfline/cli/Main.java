package io.perfline.cli;

import io.perfline.core.command.Command;
import io.perfline.deploy.stack.StackCommand;
import io.perfline.deploy.tomcat.DeployCommand;
import io.perfline.gate.GateCommand;
import io.perfline.gate.TrendCommand;
import io.perfline.gate.publish.FollowCommand;
import io.perfline.gate.publish.HistoryCommand;
import io.perfline.gate.publish.PublishCommand;
import io.perfline.gate.report.CompareCommand;
import io.perfline.gate.report.ReportCommand;
import io.perfline.proof.bench.BenchCommand;
import io.perfline.proof.gate.GateProofCommand;
import io.perfline.proof.simulation.ProofCommand;
import io.perfline.proof.year.RateCommand;
import io.perfline.proof.year.YearCommand;
import io.perfline.sims.merge.MergeCommand;
import io.perfline.sims.run.RunCommand;
import picocli.CommandLine;

/** {@code ./perf}: the one command, with a sub-command for each stage of the pipeline. */
@CommandLine.Command(
    name = "perf",
    description = "Says on every commit whether a service got slower.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      StackCommand.class,
      DeployCommand.class,
      RunCommand.class,
      MergeCommand.class,
      PublishCommand.class,
      FollowCommand.class,
      GateCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      TrendCommand.class,
      BenchCommand.class,
      ProofCommand.class,
      GateProofCommand.class,
    })
public final class Main {

  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    System.exit(Command.run(command(), args));
  }

  /** The command with all of its sub-commands. */
  public static CommandLine command() {
    CommandLine history =
        new CommandLine(new HistoryCommand())
            .addSubcommand(new YearCommand())
            .addSubcommand(new RateCommand());
    return new CommandLine(new Main()).addSubcommand(history);
  }
}
