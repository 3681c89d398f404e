package io.perfline.cli.build;

import io.perfline.core.command.Fault;

/**
 * A commit that can't be compared with as it is: its build fails, or its service can't be run.
 * Other faults, such as an incomplete clone or a full disk, are not the commit's.
 */
public final class UnusableCommit extends Fault {

  private static final long serialVersionUID = 1;

  public UnusableCommit(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
