package io.perfline.sims.driver;

import io.perfline.core.command.OutsideText;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Thrown when a server cannot be used. The message names the action, the server, the reason, and
 * what to do next.
 */
public final class DriverException extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final int MAX_CAUSES = 6;
  private static final int LONGEST = 2000;

  public DriverException(String message, Throwable cause) {
    super(message, cause);
  }

  public DriverException(String message) {
    super(message);
  }

  /**
   * Returns an exception for a request that a server did not serve.
   *
   * @param server its name and address
   * @param what the failed action as a verb phrase, as in {@code count the rows}
   */
  public static DriverException failed(String server, String what, Throwable failure) {
    return new DriverException(
        "%s could not %s: %s".formatted(server, what, reason(failure)), failure);
  }

  /**
   * Returns the messages of a failure and its causes, starting with the outermost, without
   * repetitions.
   */
  public static String reason(Throwable failure) {
    Set<String> reasons = new LinkedHashSet<>();
    Throwable at = failure;
    for (int i = 0; i < MAX_CAUSES && at != null; i++) {
      String name = at.getClass().getSimpleName();
      String reason = at.getMessage() == null ? name : name + ": " + at.getMessage().strip();
      if (reasons.stream().noneMatch(outer -> outer.contains(reason))) {
        reasons.add(reason);
      }
      at = at.getCause();
    }
    return OutsideText.line(String.join("; ", reasons), LONGEST);
  }
}
