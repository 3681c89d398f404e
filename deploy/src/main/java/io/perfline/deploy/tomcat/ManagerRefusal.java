package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;

/** Tomcat's manager did not carry out a command: no verdict, exit code 3. */
public final class ManagerRefusal extends Fault {

  private static final long serialVersionUID = 1;

  ManagerRefusal(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
