package io.perfline.sims.gatling.load;

import java.util.List;
import java.util.Optional;

/**
 * Level after level at times that are known before: generators that share a load can't tell each
 * other what they find, and all must have the same number of users at the same time. The load's
 * duration is shared among the levels; users of the first come during the warm-up, those of each
 * further one during the first quarter of its time, which doesn't count.
 */
final class FixedSchedule implements LevelSchedule {

  private static final int LEAST_SECONDS = 2;
  private static final int RISE_PART = 4;
  private static final int MILLIS = 1000;

  private final List<Integer> users;
  private final long warmUp;
  private final long each;
  private final long duration;
  private int level;

  FixedSchedule(HttpLoad load) {
    users = load.users();
    warmUp = load.warmUp().toSeconds();
    duration = load.duration().toSeconds();
    each = duration / Math.max(1, users.size());
    if (each < LEAST_SECONDS) {
      throw new IllegalArgumentException(
          "%d levels of users in %d s: each needs %d s at least"
              .formatted(users.size(), duration, LEAST_SECONDS));
    }
  }

  @Override
  public Optional<Step> next(long now) {
    if (level == users.size()) {
      return Optional.empty();
    }
    long from = countsFrom(level) * MILLIS;
    long until = countsUntil(level) * MILLIS;
    return Optional.of(new Step(users.get(level), Math.max(0, from - now), until - from, false));
  }

  @Override
  public void held(boolean good) {
    level++;
  }

  /** Seconds from the load's start to that of a level's rise. */
  long riseAt(int level) {
    return level == 0 ? 0 : warmUp + level * each;
  }

  /** Seconds from the load's start to the first instant of a level that counts. */
  long countsFrom(int level) {
    long rise = level == 0 && warmUp > 0 ? warmUp : Math.max(1, each / RISE_PART);
    return riseAt(level) + rise;
  }

  /** Seconds from the load's start to the first instant that doesn't count any more. */
  long countsUntil(int level) {
    return warmUp + (level == users.size() - 1 ? duration : (level + 1) * each);
  }
}
