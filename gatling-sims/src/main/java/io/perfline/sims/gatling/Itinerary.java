package io.perfline.sims.gatling;

import java.util.Optional;

/** Which levels of users a load goes through, and when. Times are ms from the load's begin. */
interface Itinerary {

  /**
   * A level to go to.
   *
   * @param users how many, over all shards of the load
   * @param rise over how long those come that aren't there yet
   * @param most how long it is held behind that at most
   * @param early whether it ends before, once it has shown what was to be seen
   */
  record Leg(int users, long rise, long most, boolean early) {}

  /** The next level at {@code now}; empty when the load is over. */
  Optional<Leg> next(long now);

  /** What came of the level told last. */
  void held(boolean good);

  /** The itinerary that {@code load} asks for. */
  static Itinerary of(HttpLoad load) {
    return load.byTheClock() ? new ByTheClock(new LevelPlan(load)) : new BySearch(load);
  }
}
