package io.perfline.sims.gatling.capacity;

import java.util.Optional;

/**
 * Level after level at times that are known before: generators that share a load can't tell each
 * other what they find, and all must have the same number of users at the same time.
 */
final class FixedSchedule implements LevelSchedule {

  private static final int MILLIS = 1000;

  private final LevelPlan plan;
  private int level;

  FixedSchedule(LevelPlan plan) {
    this.plan = plan;
  }

  @Override
  public Optional<Step> next(long now) {
    if (level == plan.levels()) {
      return Optional.empty();
    }
    long counts = plan.countsFrom(level) * MILLIS;
    return Optional.of(
        new Step(
            plan.users(level),
            Math.max(0, counts - now),
            plan.countsUntil(level) * MILLIS - counts,
            false));
  }

  @Override
  public void held(boolean good) {
    level++;
  }
}
