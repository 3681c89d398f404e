package io.perfline.deploy.needs;

import io.perfline.core.command.Fault;

/** A need that could not be prepared, started or filled, so that nothing was measured. */
public final class NeedFailure extends Fault {

  private static final long serialVersionUID = 1;

  NeedFailure(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
