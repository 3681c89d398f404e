package io.perfline.core.sample;

import io.perfline.core.command.Command;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code ./perf} with the commands of one module alone, for its tests. */
public final class TestMain {

  private TestMain() {}

  /** The command with the sub-commands of these classes. */
  public static CommandLine perf(List<Class<?>> commands) {
    CommandLine perf = new CommandLine(CommandSpec.create().name("perf"));
    commands.forEach(perf::addSubcommand);
    return perf;
  }

  /** Takes the classes of commands, commas between them, then the arguments of {@code ./perf}. */
  public static void main(String[] args) throws ClassNotFoundException {
    List<Class<?>> commands = new ArrayList<>();
    for (String name : args[0].split(",")) {
      commands.add(Class.forName(name));
    }
    System.exit(Command.run(perf(commands), Arrays.copyOfRange(args, 1, args.length)));
  }
}
