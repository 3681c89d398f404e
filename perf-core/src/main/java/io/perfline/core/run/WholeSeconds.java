package io.perfline.core.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The seconds of a case as they are shown and compared. A load ends with its last response, some
 * milliseconds into another second. That part of a second has few responses and would look like a
 * collapse, so it is added to the second before, which becomes longer by as much of it as belongs
 * to the case.
 */
public final class WholeSeconds {

  /** The minimum length, in seconds, of a second that is not just a part. */
  private static final double WHOLE = 0.95;

  private WholeSeconds() {}

  /** Returns whether a second is long enough to stand alone. */
  public static boolean is(Second second) {
    return second.seconds() >= WHOLE;
  }

  /**
   * Joins the last second to the one before it if it is only a part.
   *
   * @param end the end of the case: later responses count, but their time does not
   */
  public static List<Second> of(List<Second> seconds, Instant end) {
    int last = seconds.size() - 1;
    if (last < 1 || is(seconds.get(last))) {
      return seconds;
    }
    List<Second> whole = new ArrayList<>(seconds.subList(0, last - 1));
    whole.add(joined(seconds.get(last - 1), seconds.get(last), end));
    return whole;
  }

  private static Second joined(Second second, Second part, Instant end) {
    double within = Duration.between(part.start(), end).toNanos() / 1e9;
    return new Second(
        second.index(),
        second.start(),
        second.seconds() + Math.max(0, Math.min(part.seconds(), within)),
        second.counts().plus(part.counts()),
        second.users(),
        second.cpu());
  }
}
