package io.perfline.sims.driver;

import io.perfline.core.command.OutsideText;
import java.util.LinkedHashSet;
import java.util.Set;

/** Says why something failed: clients wrap what went wrong in what they were doing. */
public final class Reasons {

  private static final int MOST = 6;
  private static final int LONGEST = 2000;

  private Reasons() {}

  /** The failure and its causes, from the outermost in, those that say the same left out. */
  public static String of(Throwable failure) {
    Set<String> reasons = new LinkedHashSet<>();
    Throwable at = failure;
    for (int i = 0; i < MOST && at != null; i++) {
      String reason = one(at);
      if (reasons.stream().noneMatch(said -> said.contains(reason))) {
        reasons.add(reason);
      }
      at = at.getCause();
    }
    return OutsideText.line(String.join("; ", reasons), LONGEST);
  }

  private static String one(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage().strip();
  }
}
