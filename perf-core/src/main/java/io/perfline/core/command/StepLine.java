package io.perfline.core.command;

import java.util.Optional;

/** The line that begins the output of a step, by which a caller follows a running command. */
public final class StepLine {

  private static final String MARK = "==> ";

  private StepLine() {}

  /** Returns the line of a step. */
  public static String of(String step) {
    return MARK + step;
  }

  /** Returns the step that a line of output begins; empty for any other line. */
  public static Optional<String> step(String line) {
    return line.startsWith(MARK) ? Optional.of(line.substring(MARK.length())) : Optional.empty();
  }
}
