package io.perfline.sims.gatling.load;

import io.perfline.core.run.PageGoal;
import java.time.Duration;

/**
 * How a capacity is looked for.
 *
 * @param step the search ends when the last good and the first bad number of users are at most this
 *     far apart
 * @param hold how long a level lasts at most, after the rise of its users
 * @param pages how many pages a level needs once it is stable; a level ends after this many pages
 *     whatever they show, so the goal is tested once per level
 * @param goal what a level must meet to be good
 */
public record CapacityPlan(int step, Duration hold, int pages, PageGoal goal) {

  private static final Duration LEAST_HOLD = Duration.ofSeconds(2);

  /** Web Performance's goal, each level held for half a minute at most. */
  public static final CapacityPlan DEFAULT =
      new CapacityPlan(10, Duration.ofSeconds(30), 300, new PageGoal(0.95, 6000, 0.05, 0.95));

  private static final int RISE_PART = 4;

  public CapacityPlan {
    if (step < 1 || pages < 1) {
      throw new IllegalArgumentException(
          "step and pages: 1 or more, not %d, %d".formatted(step, pages));
    }
    if (!(isShare(goal.pages()) && isShare(goal.errors()) && isShare(goal.confidence()))) {
      throw new IllegalArgumentException("goal: shares between 0 and 100 %, not " + goal);
    }
    if (hold.compareTo(LEAST_HOLD) < 0) {
      throw new IllegalArgumentException("hold: at least 2 s, not " + hold);
    }
  }

  private static boolean isShare(double share) {
    return share > 0 && share < 1;
  }

  /** Over how long the users of each level but the first come. */
  public Duration rise() {
    return hold.dividedBy(RISE_PART);
  }
}
