package io.perfline.core.project;

import io.perfline.core.command.Fault;
import java.time.Duration;
import java.util.List;

/**
 * A load that is a program: a shell command, or a load tool that perfline runs by such a command.
 *
 * @param command the shell command; {@code url}, {@code folder}, {@code results} and {@code
 *     seconds} are variables of its environment
 * @param results the source of the measured values
 * @param requests the names of the requests that count; empty for all
 * @param within the maximum duration of one run
 * @param compare the runs in a comparison; null if the load is not compared
 */
public record ProgramLoad(
    String name,
    String command,
    Results results,
    List<String> requests,
    Duration within,
    ComparedRuns compare)
    implements PlannedLoad {

  /**
   * The location and format of a program's results.
   *
   * @param tool the format of the file {@code ${results}} that the program writes, such as {@code
   *     k6}; null if it prints one number instead
   * @param columns the meaning of the columns of a CSV file; null for other files
   * @param lastLine the meaning of the number in the last line; null if the program writes a file
   */
  public record Results(String tool, String columns, LastLine lastLine) {

    static Results of(String tool) {
      return new Results(tool, null, null);
    }
  }

  /** The meaning of the number in a program's last line. */
  public enum LastLine {
    /** The duration of the program's work in seconds. */
    SECONDS,
    /** The number of operations per second. */
    PER_SECOND;

    /**
     * Returns the seconds per operation.
     *
     * @param line the program's last line
     * @throws Fault (no verdict) if the line is not a number above zero
     */
    public double seconds(String line) {
      double value = number(line);
      if (!(value > 0) || Double.isInfinite(value)) {
        throw Fault.noVerdict("its last line is not a number above 0: '%s'".formatted(line));
      }
      return this == SECONDS ? value : 1 / value;
    }

    private static double number(String line) {
      try {
        return Double.parseDouble(line.strip());
      } catch (NumberFormatException e) {
        return Double.NaN;
      }
    }
  }
}
