package io.perfline.sims.gatling;

import io.perfline.core.run.PageGoal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A number of users while it is held. Its time is dealt into parts of a twentieth of the longest,
 * or longer until a twentieth of the wanted pages has come; by them it is found stable. Times are
 * milliseconds since the epoch.
 */
final class LevelHold {

  private static final int PARTS = 20;

  private final PageGoal goal;
  private final long begin;
  private final long latest;
  private final long leastMillis;
  private final long leastPages;
  private final long wanted;
  private final List<Part> parts = new ArrayList<>();
  private Part open;
  private int onset = -1;
  private long end;

  /**
   * @param begin when all users were there
   * @param latest when it ends even if it isn't stable
   * @param early whether it ends as soon as it is stable and has seen the plan's pages
   */
  LevelHold(CapacityPlan plan, long begin, long latest, boolean early) {
    goal = plan.goal();
    this.begin = begin;
    this.latest = latest;
    leastMillis = (latest - begin) / PARTS;
    leastPages = Math.max(1, plan.pages() / PARTS);
    wanted = early ? plan.pages() : Long.MAX_VALUE;
    open = new Part(begin);
  }

  /** A page was there or failed, after {@code took} milliseconds. */
  void page(long took, boolean ok) {
    open.page(took, ok, goal.withinMs());
  }

  /** Whether it has ended at {@code now}. */
  boolean ended(long now) {
    if (end == 0) {
      boolean over = now >= latest;
      if (open.pages() >= leastPages && (over || now - open.start() >= leastMillis)) {
        parts.add(open);
        open = new Part(now);
        onset = Steadiness.onset(parts, goal.withinMs());
      }
      end = over || (onset >= 0 && sum(Part::pages) >= wanted) ? now : 0;
    }
    return end > 0;
  }

  /** First instant that counts. */
  long from() {
    return onset < 0 ? begin : parts.get(onset).start();
  }

  /** First instant that doesn't. */
  long until() {
    return end;
  }

  /** Why it tells nothing; empty when it was stable. */
  String problem() {
    return onset >= 0
        ? ""
        : "not stable in %.1f s: %s"
            .formatted((end - begin) / 1000.0, Steadiness.reason(parts, goal.withinMs()));
  }

  /** Whether the pages of its stable time surely meet the goal. */
  boolean good() {
    return onset >= 0
        && goal.decide(sum(Part::inTime), sum(Part::pages), sum(Part::failed))
            == PageGoal.Decision.MET;
  }

  private long sum(ToLongFunction<Part> count) {
    return parts.subList(onset, parts.size()).stream().mapToLong(count).sum();
  }
}
