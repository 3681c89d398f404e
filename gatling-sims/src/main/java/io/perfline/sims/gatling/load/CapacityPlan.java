package io.perfline.sims.gatling.load;

import io.perfline.core.run.PageGoal;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The parameters of a search for the capacity.
 *
 * @param step the resolution in users: the search ends when the largest number that meets the goal
 *     and the smallest one that doesn't are at most this far apart
 * @param hold the maximum duration of a level after all of its users have arrived
 * @param pages the number of pages that a stable level needs; the level ends after this many pages
 *     whatever their times, so the goal is tested only once per level
 * @param goal the goal that a level must meet
 */
public record CapacityPlan(int step, Duration hold, int pages, PageGoal goal) {

  private static final Duration MIN_HOLD = Duration.ofSeconds(2);

  /**
   * The default plan, with levels of at most half a minute. The goal is that of the tool Web
   * Performance.
   */
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
    if (hold.compareTo(MIN_HOLD) < 0) {
      throw new IllegalArgumentException("hold: at least 2 s, not " + hold);
    }
  }

  private static boolean isShare(double share) {
    return share > 0 && share < 1;
  }

  /** Returns the time over which the users of each level except the first arrive. */
  public Duration rise() {
    return hold.dividedBy(RISE_PART);
  }

  /**
   * Chooses the next number of users. It raises the number level by level until one does not meet
   * the goal, and then bisects between the largest number that meets it and the smallest one that
   * doesn't, until they are at most one step apart.
   */
  public static final class CapacitySearch {

    private final List<Integer> ladder;
    private final int step;
    private int climbed;
    private int highestMet;
    private int lowestMissed;

    /**
     * @param ladder the numbers of users of the first phase, in ascending order
     */
    public CapacitySearch(List<Integer> ladder, int step) {
      this.ladder = List.copyOf(ladder);
      this.step = step;
    }

    /** Returns the next number of users, never the same twice; empty if the search is over. */
    public OptionalInt next() {
      if (lowestMissed == 0) {
        return climbed < ladder.size() ? OptionalInt.of(ladder.get(climbed)) : OptionalInt.empty();
      }
      int between = (lowestMissed - highestMet - 1) / step;
      return between == 0
          ? OptionalInt.empty()
          : OptionalInt.of(highestMet + (between + 1) / 2 * step);
    }

    /** Records whether the number that {@link #next} returned has met the goal. */
    public void tried(int users, boolean met) {
      if (lowestMissed == 0) {
        climbed++;
      }
      if (met) {
        highestMet = users;
      } else {
        lowestMissed = users;
      }
    }
  }
}
