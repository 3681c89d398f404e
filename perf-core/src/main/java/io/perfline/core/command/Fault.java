package io.perfline.core.command;

/**
 * Ends a command with an exit code. The message is for the user: it contains the action, its
 * object, the reason for the failure, and what to do next.
 */
public class Fault extends RuntimeException {

  /** Exit code for an exceeded threshold. */
  public static final int EXCEEDED = 1;

  /** Exit code for wrong usage or configuration. */
  public static final int CONFIGURATION = 2;

  /** Exit code if something was not measured or done, or not validly. */
  public static final int NO_VERDICT = 3;

  private static final long serialVersionUID = 1;

  private final int exitCode;

  public Fault(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Returns a fault with exit code 2, for wrong usage or configuration. */
  public static Fault configuration(String message) {
    return new Fault(CONFIGURATION, message, null);
  }

  /**
   * Returns a fault with exit code 3, for something that was not measured or done, or not validly.
   */
  public static Fault noVerdict(String message) {
    return new Fault(NO_VERDICT, message, null);
  }

  /**
   * Returns a fault with exit code 3, for something that was not measured or done, or not validly.
   */
  public static Fault noVerdict(String message, Throwable cause) {
    return new Fault(NO_VERDICT, message, cause);
  }

  public int exitCode() {
    return exitCode;
  }
}
