package io.perfline.sims.gatling.capacity;

import io.perfline.sims.gatling.load.HttpLoad;
import java.util.List;

/**
 * When each number of users is held where that goes by the clock. The load's duration is shared
 * among the levels; users of the first come during the warm-up, those of each further one during
 * the first quarter of its time, which doesn't count.
 */
final class LevelPlan {

  private static final int LEAST_SECONDS = 2;
  private static final int RISE_PART = 4;

  private final List<Integer> users;
  private final long warmUp;
  private final long each;
  private final long duration;

  LevelPlan(HttpLoad load) {
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

  int levels() {
    return users.size();
  }

  int users(int level) {
    return users.get(level);
  }

  /** Seconds from the load's start to that of a level's rise. */
  long riseAt(int level) {
    return level == 0 ? 0 : warmUp + level * each;
  }

  /** Seconds over which its users come. */
  long rise(int level) {
    return level == 0 && warmUp > 0 ? warmUp : Math.max(1, each / RISE_PART);
  }

  /** Seconds from the load's start to the first instant of a level that counts. */
  long countsFrom(int level) {
    return riseAt(level) + rise(level);
  }

  /** Seconds from the load's start to the first instant that doesn't count any more. */
  long countsUntil(int level) {
    return warmUp + (level == levels() - 1 ? duration : (level + 1) * each);
  }
}
