package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;

/** Thrown if Tomcat's manager did not carry out a command; the exit code is 3 (no verdict). */
public final class ManagerRefusal extends Fault {

  private static final long serialVersionUID = 1;

  ManagerRefusal(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
