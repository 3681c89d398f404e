package io.perfline.sims.gatling.load;

import java.util.List;
import java.util.OptionalInt;

/**
 * Which number of users is tried next: one level after the other until one isn't good, then the
 * middle between the largest good and the smallest bad one, until they are a step apart.
 */
public final class CapacitySearch {

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

  /** The next number of users; empty when the search is over. Never the same twice. */
  public OptionalInt next() {
    if (bad == 0) {
      return climbed < ladder.size() ? OptionalInt.of(ladder.get(climbed)) : OptionalInt.empty();
    }
    int between = (bad - good - 1) / step;
    return between == 0 ? OptionalInt.empty() : OptionalInt.of(good + (between + 1) / 2 * step);
  }

  /** What came of the number that {@link #next} told. */
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
