package io.perfline.gate;

import io.perfline.deploy.command.Command;
import io.perfline.gate.publish.FollowCommand;
import io.perfline.gate.publish.HistoryCommand;
import io.perfline.gate.publish.PublishCommand;
import io.perfline.gate.report.CompareCommand;
import io.perfline.gate.report.ReportCommand;
import picocli.CommandLine;

/** What {@code ./perf} starts for everything that reads a run. */
@CommandLine.Command(
    name = "perf",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Judges, publishes and reports what was measured.",
    subcommands = {
      GateCommand.class,
      ProofCommand.class,
      PublishCommand.class,
      FollowCommand.class,
      HistoryCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      SelfTestCommand.class,
      TrendCommand.class,
    })
public final class GateMain {

  private GateMain() {}

  public static void main(String[] args) {
    System.exit(Command.run(command(), args));
  }

  static Object command() {
    return new GateMain();
  }
}
