package io.perfline.core.run;

import io.perfline.core.command.Fault;

/** A run that can't be read and has no verdict. The message names the file and the fault. */
public final class UnreadableRun extends Fault {

  private static final long serialVersionUID = 1;

  public UnreadableRun(String message) {
    super(NO_VERDICT, message, null);
  }

  public UnreadableRun(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
