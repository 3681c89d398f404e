package io.perfline.core.command;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs one {@code ./perf} command: 0 pass, 1 a threshold is exceeded, 2 wrong usage or
 * configuration, 3 no verdict. An unexpected failure is 3 too, never 0 or 1.
 */
public final class Command {

  private Command() {}

  /** Parses {@code args}, runs {@code command} and returns the exit code. */
  public static int run(Object command, String... args) {
    return run(new CommandLine(command), args);
  }

  /** Runs a command that prints to {@code out} and {@code err}. */
  public static int run(Object command, PrintWriter out, PrintWriter err, String... args) {
    return run(new CommandLine(command).setOut(out).setErr(err), args);
  }

  /** Runs a command whose sub-commands are already assembled. */
  public static int run(CommandLine command, String... args) {
    try {
      return command
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setParameterExceptionHandler(Command::wrongUsage)
          .setExecutionExceptionHandler(Command::failed)
          .execute(args);
    } catch (Error e) { // of which picocli would let Java make a 1: no memory, a class that is gone
      return unforeseen(e, command);
    }
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(name(command).replaceFirst(" .*", "") + ": " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try './" + name(command) + " --help'.");
    return Fault.CONFIGURATION;
  }

  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (e instanceof Fault fault) {
      command.getErr().println(name(command) + ": " + fault.getMessage());
      return fault.exitCode();
    }
    return unforeseen(e, command);
  }

  private static int unforeseen(Throwable e, CommandLine command) {
    command.getErr().println(name(command) + ": unexpected failure, no verdict");
    e.printStackTrace(command.getErr());
    return Fault.NO_VERDICT;
  }

  /** Returns the command as a user types it, whether it was run below {@code perf} or alone. */
  private static String name(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    return name.matches("perf(-dev)?( .*)?") ? name : "perf " + name;
  }
}
