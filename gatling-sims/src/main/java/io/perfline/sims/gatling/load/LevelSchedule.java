package io.perfline.sims.gatling.load;

import io.perfline.sims.gatling.load.CapacityPlan.CapacitySearch;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Decides on the levels of users of a load. Times are milliseconds from the load's start. */
interface LevelSchedule {

  /**
   * The next level.
   *
   * @param users the number of users over all shards of the load
   * @param rise the time over which further users arrive
   * @param max the maximum duration of the measurement after that
   * @param early whether the level may end sooner, as soon as it has a result
   */
  record Step(int users, long rise, long max, boolean early) {}

  /** Returns the next level after {@code now}; empty if the load is over. */
  Optional<Step> next(long now);

  /** Records whether the last level has met the goal. */
  void measured(boolean meetsGoal);

  static LevelSchedule of(HttpLoad load) {
    return load.byTheClock() ? new FixedSchedule(load) : new CapacitySearchSchedule(load);
  }

  /** The levels of a search for the capacity, as long as there is time for another level. */
  final class CapacitySearchSchedule implements LevelSchedule {

    private final CapacitySearch search;
    private final CapacityPlan plan;
    private final long warmUp;
    private final long length;
    private int users;

    CapacitySearchSchedule(HttpLoad load) {
      plan = load.capacity();
      search = new CapacitySearch(load.users(), plan.step());
      warmUp = load.warmUp().toMillis();
      length = load.length().toMillis();
    }

    @Override
    public Optional<Step> next(long now) {
      long rise = users == 0 ? warmUp : plan.rise().toMillis();
      long max = plan.hold().toMillis();
      OptionalInt next = search.next();
      if (next.isEmpty() || (users > 0 && now + rise + max > length)) {
        return Optional.empty();
      }
      users = next.getAsInt();
      return Optional.of(new Step(users, rise, max, true));
    }

    @Override
    public void measured(boolean meetsGoal) {
      search.tried(users, meetsGoal);
    }
  }

  /**
   * Levels at fixed times, because generators that share a load do not communicate, but must all
   * have the same number of users at the same time. The levels share the duration of the load
   * equally; the users of the first arrive during the warm-up, those of each further level during
   * the first quarter of its time, which does not count.
   */
  final class FixedSchedule implements LevelSchedule {

    private static final int MIN_SECONDS = 2;
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
      if (each < MIN_SECONDS) {
        throw new IllegalArgumentException(
            "%d levels of users in %d s: each needs %d s at least"
                .formatted(users.size(), duration, MIN_SECONDS));
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
    public void measured(boolean meetsGoal) {
      level++;
    }

    /** Returns the seconds from the load's start to the start of a level's rise. */
    long riseAt(int level) {
      return level == 0 ? 0 : warmUp + level * each;
    }

    /** Returns the seconds from the load's start to the first instant of a level that counts. */
    long countsFrom(int level) {
      long rise = level == 0 && warmUp > 0 ? warmUp : Math.max(1, each / RISE_PART);
      return riseAt(level) + rise;
    }

    /** Returns the seconds from the load's start to the first instant after a level. */
    long countsUntil(int level) {
      return warmUp + (level == users.size() - 1 ? duration : (level + 1) * each);
    }
  }
}
