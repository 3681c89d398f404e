package io.perfline.sims;

import io.perfline.deploy.command.Command;
import io.perfline.sims.bench.BenchCommand;
import io.perfline.sims.merge.MergeCommand;
import io.perfline.sims.run.RunCommand;
import picocli.CommandLine;

/** The commands that drive load. */
@CommandLine.Command(
    name = "perf",
    description = "Drives load and measures it.",
    mixinStandardHelpOptions = true,
    subcommands = {RunCommand.class, MergeCommand.class, BenchCommand.class})
public final class SimsMain {

  private SimsMain() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    System.exit(Command.run(new SimsMain(), args));
  }
}
