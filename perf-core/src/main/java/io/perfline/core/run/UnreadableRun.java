package io.perfline.core.run;

import io.perfline.core.command.Fault;

/**
 * Thrown for a run that can't be read, and so has no verdict. The message contains the file and the
 * error.
 */
public final class UnreadableRun extends Fault {

  private static final long serialVersionUID = 1;

  public UnreadableRun(String message) {
    super(NO_VERDICT, message, null);
  }

  public UnreadableRun(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
