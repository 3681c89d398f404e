package io.perfline.cli.build;

import io.perfline.core.command.Fault;

/** A command of a build that ended with an exit code other than 0. */
public final class CommandFailure extends Fault {

  private static final long serialVersionUID = 1;

  CommandFailure(String message) {
    super(NO_VERDICT, message, null);
  }
}
