package io.perfline.sims.gatling.load;

import java.util.Optional;

/** Which levels of users a load goes through, and when. Times are ms from the load's start. */
interface LevelSchedule {

  /**
   * A level to go to.
   *
   * @param users how many, over all shards of the load
   * @param rise over how long those come that aren't there yet
   * @param most how long it is held behind that at most
   * @param early whether it ends before, once it has shown what was to be seen
   */
  record Step(int users, long rise, long most, boolean early) {}

  /** The next level at {@code now}; empty when the load is over. */
  Optional<Step> next(long now);

  /** What came of the level told last. */
  void held(boolean good);

  /** The schedule that {@code load} asks for. */
  static LevelSchedule of(HttpLoad load) {
    return load.byTheClock() ? new FixedSchedule(load) : new CapacitySearchSchedule(load);
  }
}
