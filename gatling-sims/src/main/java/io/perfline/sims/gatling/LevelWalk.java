package io.perfline.sims.gatling;

import io.perfline.sims.engine.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Leads visitors through the levels of an itinerary: has them come over a level's rise, waits until
 * they are there, holds the level, and goes to the next. It knows no clock and does nothing by
 * itself: time is handed in, in milliseconds since the epoch.
 */
final class LevelWalk {

  private final Itinerary itinerary;
  private final CapacityPlan plan;
  private final Shard shard;
  private final long origin;
  private final List<HeldLevel> held = new ArrayList<>();
  private Itinerary.Leg leg;
  private int before;
  private long rise;
  private LevelHold hold;

  /**
   * @param origin when the load begins
   */
  LevelWalk(HttpLoad load, long origin) {
    itinerary = Itinerary.of(load);
    plan = load.capacity();
    shard = load.shard();
    this.origin = origin;
    go(origin);
  }

  /** Whether the load is over. */
  boolean ended() {
    return leg == null;
  }

  /** How many users there shall be at {@code now}, over all shards of the load. */
  int wanted(long now) {
    if (leg == null) {
      return 0;
    }
    long passed = now - rise;
    return passed >= leg.rise() || leg.users() <= before
        ? leg.users()
        : (int) (before + (leg.users() - before) * passed / leg.rise());
  }

  /** A visitor's page was there or failed, after {@code took} milliseconds. */
  void page(long took, boolean ok) {
    if (hold != null) {
      hold.page(took, ok);
    }
  }

  /**
   * Time has gone on.
   *
   * @param there how many visitors this generator has now
   */
  void tick(long now, int there) {
    if (leg != null && hold == null && now >= rise + leg.rise()) {
      await(now, there);
    } else if (hold != null && hold.ended(now)) {
      ended(
          new HeldLevel(leg.users(), rise, hold.from(), hold.until(), hold.problem()), hold.good());
    }
  }

  private void await(long now, int there) {
    long latest = rise + leg.rise() + leg.most();
    int due = shard.part(leg.users());
    if (now >= latest) {
      String problem = "%d users were there, not %d".formatted(there, due);
      ended(new HeldLevel(leg.users(), rise, rise + leg.rise(), now, problem), false);
    } else if (there == due) {
      hold = new LevelHold(plan, now, leg.early() ? now + leg.most() : latest, leg.early());
    }
  }

  /** The levels that have ended. */
  List<HeldLevel> held() {
    return List.copyOf(held);
  }

  private void ended(HeldLevel level, boolean good) {
    held.add(level);
    itinerary.held(good);
    go(level.until());
  }

  private void go(long now) {
    before = leg == null ? 0 : leg.users();
    hold = null;
    rise = now;
    Optional<Itinerary.Leg> next = itinerary.next(now - origin);
    leg = next.orElse(null);
  }
}
