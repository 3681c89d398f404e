package io.perfline.core.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The seconds of a case as they are shown and compared. A load ends when its last answer is there,
 * some milliseconds into one more second: that part, whose few answers would look like a collapse,
 * is joined to the second before, which it lengthens by as much of it as the case has.
 */
public final class WholeSeconds {

  /** A shorter second is only a part. */
  private static final double WHOLE = 0.95;

  private WholeSeconds() {}

  /** Returns whether a second stands alone. */
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
        second.requests() + part.requests(),
        second.messages() + part.messages(),
        second.bytes() + part.bytes(),
        second.errors() + part.errors(),
        second.users(),
        second.cpu(),
        TimeDistribution.merge(List.of(second.responseTime(), part.responseTime())));
  }
}
