package io.perfline.sims.gatling.load;

import io.perfline.core.run.PageGoal;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The parameters of a search for the capacity.
 *
 * @param step the search ends when the last good and the first bad number of users are at most this
 *     far apart
 * @param hold the maximum duration of a level, after the rise of its users
 * @param pages the number of pages that a stable level needs; the level ends after this many pages
 *     whatever they show, so the goal is tested once per level
 * @param goal the goal that a good level meets
 */
public record CapacityPlan(int step, Duration hold, int pages, PageGoal goal) {

  private static final Duration LEAST_HOLD = Duration.ofSeconds(2);

  /** The goal of Web Performance; each level takes at most half a minute. */
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

  /** Returns the time over which the users of each level except the first arrive. */
  public Duration rise() {
    return hold.dividedBy(RISE_PART);
  }

  /**
   * Chooses the next number of users: one level after the other until one is not good, then the
   * middle between the largest good and the smallest bad one, until they are a step apart.
   */
  public static final class CapacitySearch {

    private final List<Integer> ladder;
    private final int step;
    private int climbed;
    private int good;
    private int bad;

    /**
     * @param ladder the numbers of users on the way up, rising
     */
    public CapacitySearch(List<Integer> ladder, int step) {
      this.ladder = List.copyOf(ladder);
      this.step = step;
    }

    /** Returns the next number of users, never the same twice; empty if the search is over. */
    public OptionalInt next() {
      if (bad == 0) {
        return climbed < ladder.size() ? OptionalInt.of(ladder.get(climbed)) : OptionalInt.empty();
      }
      int between = (bad - good - 1) / step;
      return between == 0 ? OptionalInt.empty() : OptionalInt.of(good + (between + 1) / 2 * step);
    }

    /** Takes the result of the number that {@link #next} returned. */
    public void tried(int users, boolean met) {
      if (bad == 0) {
        climbed++;
      }
      if (met) {
        good = users;
      } else {
        bad = users;
      }
    }
  }
}
