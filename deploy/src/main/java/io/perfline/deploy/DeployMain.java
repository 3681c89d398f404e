package io.perfline.deploy;

import io.perfline.deploy.command.Command;
import io.perfline.deploy.stack.StackCommand;
import io.perfline.deploy.tomcat.DeployCommand;
import picocli.CommandLine;

/** {@code ./perf stack} and {@code ./perf deploy}. */
@CommandLine.Command(
    name = "perf",
    description = "The local stack, and the deployment into Tomcat.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {StackCommand.class, DeployCommand.class})
public final class DeployMain {

  private DeployMain() {}

  public static void main(String[] args) {
    System.exit(Command.run(new DeployMain(), args));
  }
}
