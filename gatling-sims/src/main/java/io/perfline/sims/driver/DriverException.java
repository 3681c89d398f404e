package io.perfline.sims.driver;

/** A server could not be used. The message names what was done, where, why it failed, what next. */
public final class DriverException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public DriverException(String message, Throwable cause) {
    super(message, cause);
  }

  public DriverException(String message) {
    super(message);
  }
}
