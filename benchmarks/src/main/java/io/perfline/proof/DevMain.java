package io.perfline.proof;

import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.proof.bench.BenchCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code ./perfline-dev} runs the tools with which perfline's maintainers measure perfline itself.
 */
@CommandLine.Command(
    name = "perfline-dev",
    description = "Measures and tests perfline itself; for its maintainers.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "./perfline-dev acceptance [IT...] runs the integration tests with the JUnit tag",
      "'acceptance', which take longer than a build may: all, or those named.",
      "./perfline-dev release TAG builds a release: archives, checksums, the list of",
      "dependencies and release notes, in target/release/TAG.",
      "",
      "./perfline-dev COMMAND --help explains each of them."
    },
    subcommands = {
      BenchCommand.class,
      ProofCommand.class,
      GateProofCommand.class,
      TrendProofCommand.class
    })
public final class DevMain implements Callable<Integer> {

  @Spec private CommandSpec spec;

  private DevMain() {}

  public static void main(String[] args) {
    System.exit(Command.run(command(), args));
  }

  static CommandLine command() {
    return new CommandLine(new DevMain());
  }

  /** Prints the help, because there is no command. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return Fault.CONFIGURATION;
  }
}
