package io.perfline.deploy.tomcat;

import io.perfline.deploy.command.Fault;

/** Tomcat's manager did not do what it was told: no verdict, exit code 3. */
public final class Refusal extends Fault {

  private static final long serialVersionUID = 1;

  Refusal(String message, Throwable cause) {
    super(NO_VERDICT, message, cause);
  }
}
