package io.perfline.core.sample;

import io.perfline.core.command.Command;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Runs {@code ./perfline} with the commands of only one module. */
public final class TestMain {

  private TestMain() {}

  /** Returns the command with the subcommands of these classes. */
  public static CommandLine perf(List<Class<?>> commands) {
    CommandLine perf = new CommandLine(CommandSpec.create().name("perfline"));
    commands.forEach(perf::addSubcommand);
    return perf;
  }

  /**
   * The arguments are the class names of commands, separated by commas, then those of {@code
   * ./perfline}.
   */
  public static void main(String[] args) throws ClassNotFoundException {
    List<Class<?>> commands = new ArrayList<>();
    for (String name : args[0].split(",")) {
      commands.add(Class.forName(name));
    }
    System.exit(Command.run(perf(commands), Arrays.copyOfRange(args, 1, args.length)));
  }
}
