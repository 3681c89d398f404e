package io.perfline.sims.gatling.load;

import io.perfline.sims.engine.Shard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the levels of a schedule: it lets visitors arrive over a level's rise time, waits until all
 * have arrived, measures the level, and continues with the next one. It has no clock and no thread:
 * its caller passes the time in milliseconds since the epoch.
 */
public final class LevelRunner {

  private final LevelSchedule schedule;
  private final CapacityPlan plan;
  private final Shard shard;
  private final long origin;
  private final List<LevelResult> levels = new ArrayList<>();
  private LevelSchedule.Step step;
  private int before;
  private long rise;
  private LevelProbe hold;

  /**
   * @param origin the start of the load, in milliseconds since the epoch
   */
  public LevelRunner(HttpLoad load, long origin) {
    schedule = LevelSchedule.of(load);
    plan = load.capacity();
    shard = load.shard();
    this.origin = origin;
    begin(origin);
  }

  public boolean ended() {
    return step == null;
  }

  /** Returns the number of users wanted at {@code now}, over all shards of the load. */
  public int wanted(long now) {
    if (step == null) {
      return 0;
    }
    long passed = now - rise;
    return passed >= step.rise() || step.users() <= before
        ? step.users()
        : (int) (before + (step.users() - before) * passed / step.rise());
  }

  /** Records that a page succeeded or failed after {@code took} milliseconds. */
  public void page(long took, boolean ok) {
    if (hold != null) {
      hold.page(took, ok);
    }
  }

  /**
   * Starts and ends levels that are due; called regularly.
   *
   * @param now the current time, in milliseconds since the epoch
   * @param present the current number of this generator's visitors
   */
  public void tick(long now, int present) {
    if (step != null && hold == null && now >= rise + step.rise()) {
      await(now, present);
    } else if (hold != null && hold.ended(now)) {
      ended(
          new LevelResult(step.users(), rise, hold.from(), hold.until(), hold.problem()),
          hold.meetsGoal());
    }
  }

  private void await(long now, int present) {
    long latest = rise + step.rise() + step.max();
    int due = shard.part(step.users());
    if (now >= latest) {
      String problem = "%d users were active, not %d".formatted(present, due);
      ended(new LevelResult(step.users(), rise, rise + step.rise(), now, problem), false);
    } else if (present == due) {
      hold = new LevelProbe(plan, now, step.early() ? now + step.max() : latest, step.early());
    }
  }

  public List<LevelResult> levels() {
    return List.copyOf(levels);
  }

  private void ended(LevelResult level, boolean met) {
    levels.add(level);
    schedule.measured(met);
    begin(level.until());
  }

  private void begin(long now) {
    before = step == null ? 0 : step.users();
    hold = null;
    rise = now;
    Optional<LevelSchedule.Step> next = schedule.next(now - origin);
    step = next.orElse(null);
  }
}
