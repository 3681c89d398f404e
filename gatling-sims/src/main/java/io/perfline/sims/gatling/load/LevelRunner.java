package io.perfline.sims.gatling.load;

import io.perfline.sims.engine.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Leads visitors through the levels of a schedule: has them come over a level's rise, waits until
 * they are there, holds the level, and goes to the next. It knows no clock and does nothing by
 * itself: time is handed in, in milliseconds since the epoch.
 */
public final class LevelRunner {

  private final LevelSchedule schedule;
  private final CapacityPlan plan;
  private final Shard shard;
  private final long origin;
  private final List<LevelResult> held = new ArrayList<>();
  private LevelSchedule.Step step;
  private int before;
  private long rise;
  private LevelProbe hold;

  /**
   * @param origin when the load begins
   */
  public LevelRunner(HttpLoad load, long origin) {
    schedule = LevelSchedule.of(load);
    plan = load.capacity();
    shard = load.shard();
    this.origin = origin;
    go(origin);
  }

  public boolean ended() {
    return step == null;
  }

  /** How many users there shall be at {@code now}, over all shards of the load. */
  public int wanted(long now) {
    if (step == null) {
      return 0;
    }
    long passed = now - rise;
    return passed >= step.rise() || step.users() <= before
        ? step.users()
        : (int) (before + (step.users() - before) * passed / step.rise());
  }

  /** A visitor's page was there or failed, after {@code took} milliseconds. */
  public void page(long took, boolean ok) {
    if (hold != null) {
      hold.page(took, ok);
    }
  }

  /**
   * @param there how many visitors this generator has now
   */
  public void tick(long now, int there) {
    if (step != null && hold == null && now >= rise + step.rise()) {
      await(now, there);
    } else if (hold != null && hold.ended(now)) {
      ended(
          new LevelResult(step.users(), rise, hold.from(), hold.until(), hold.problem()),
          hold.good());
    }
  }

  private void await(long now, int there) {
    long latest = rise + step.rise() + step.most();
    int due = shard.part(step.users());
    if (now >= latest) {
      String problem = "%d users were there, not %d".formatted(there, due);
      ended(new LevelResult(step.users(), rise, rise + step.rise(), now, problem), false);
    } else if (there == due) {
      hold = new LevelProbe(plan, now, step.early() ? now + step.most() : latest, step.early());
    }
  }

  /** The levels that have ended. */
  public List<LevelResult> held() {
    return List.copyOf(held);
  }

  private void ended(LevelResult level, boolean good) {
    held.add(level);
    schedule.held(good);
    go(level.until());
  }

  private void go(long now) {
    before = step == null ? 0 : step.users();
    hold = null;
    rise = now;
    Optional<LevelSchedule.Step> next = schedule.next(now - origin);
    step = next.orElse(null);
  }
}
