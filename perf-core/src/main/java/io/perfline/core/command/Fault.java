package io.perfline.core.command;

/**
 * Something that ends a command, with the exit code that it ends with. The message is for the user:
 * what was being done, to what, what went wrong, and what to do next.
 */
public class Fault extends RuntimeException {

  /** A threshold is exceeded. */
  public static final int BROKEN = 1;

  /** Wrong usage or configuration. */
  public static final int CONFIGURATION = 2;

  /** Something was not, or not validly, measured or done. */
  public static final int NO_VERDICT = 3;

  private static final long serialVersionUID = 1;

  private final int exitCode;

  public Fault(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Wrong usage or configuration: exit code 2. */
  public static Fault configuration(String message) {
    return new Fault(CONFIGURATION, message, null);
  }

  /** Not, or not validly, measured or done: exit code 3. */
  public static Fault noVerdict(String message) {
    return new Fault(NO_VERDICT, message, null);
  }

  /** Not, or not validly, measured or done: exit code 3. */
  public static Fault noVerdict(String message, Throwable cause) {
    return new Fault(NO_VERDICT, message, cause);
  }

  public int exitCode() {
    return exitCode;
  }
}
