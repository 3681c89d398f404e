package io.perfline.core.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs one {@code ./perfline} command. The exit code is 0 for a pass, 1 if a threshold is exceeded,
 * 2 for wrong usage or configuration, and 3 for no verdict. Unexpected failures also return 3,
 * never 0 or 1.
 */
public final class Command {

  private Command() {}

  public static int run(Object command, PrintWriter out, PrintWriter err, String... args) {
    return run(new CommandLine(command).setOut(out).setErr(err), args);
  }

  /** Runs a command whose subcommands have already been added. */
  public static int run(CommandLine command, String... args) {
    try {
      return command
          .setCaseInsensitiveEnumValuesAllowed(true)
          .setParameterExceptionHandler(Command::wrongUsage)
          .setExecutionExceptionHandler(
              (e, failing, parsed) -> failed(e, name(failing), failing.getErr()))
          .execute(args);
    } catch (Error e) { // of which picocli would let Java make a 1: no memory, a class that is gone
      return failed(e, name(command), command.getErr());
    }
  }

  /**
   * Calls a stage as part of another command. A failure is printed in the same way as by the
   * stage's own command.
   *
   * @param name the name of the stage's command
   * @return the stage's exit code
   */
  public static int call(String name, PrintWriter err, Callable<Integer> stage) {
    try {
      return stage.call();
    } catch (Exception | Error e) {
      return failed(e, name, err);
    } finally {
      err.flush();
    }
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(name(command).replaceFirst(" .*", "") + ": " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + name(command) + " --help'.");
    return Fault.CONFIGURATION;
  }

  private static int failed(Throwable e, String name, PrintWriter err) {
    if (e instanceof Fault fault) {
      err.println(name + ": " + OutsideText.lines(fault.getMessage()));
      return fault.exitCode();
    }
    err.println(name + ": unexpected failure, no verdict");
    e.printStackTrace(err);
    return Fault.NO_VERDICT;
  }

  /**
   * Returns the command as a user types it, whether it was run as a subcommand of {@code perfline}
   * or alone.
   */
  private static String name(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    return name.matches("perfline(-dev)?( .*)?") ? name : "perfline " + name;
  }
}
