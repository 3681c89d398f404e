package io.perfline.sims.gatling.load;

import io.perfline.core.run.PageGoal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A number of users while it is held. Its time is dealt into parts of a twentieth of the longest,
 * or longer until a twentieth of the wanted pages has come; by them it is found stable. Times are
 * milliseconds since the epoch.
 */
final class LevelProbe {

  private static final int PARTS = 20;

  private final PageGoal goal;
  private final long start;
  private final long latest;
  private final long leastMillis;
  private final long leastPages;
  private final long wanted;
  private final List<PageBatch> parts = new ArrayList<>();
  private PageBatch open;
  private int onset = -1;
  private long end;

  /**
   * @param start when all users were there
   * @param latest when it ends even if it isn't stable
   * @param early whether it ends as soon as it is stable and has seen the plan's pages
   */
  LevelProbe(CapacityPlan plan, long start, long latest, boolean early) {
    goal = plan.goal();
    this.start = start;
    this.latest = latest;
    leastMillis = (latest - start) / PARTS;
    leastPages = Math.max(1, plan.pages() / PARTS);
    wanted = early ? plan.pages() : Long.MAX_VALUE;
    open = new PageBatch(start);
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
        open = new PageBatch(now);
        onset = Steadiness.onset(parts, goal.withinMs());
      }
      end = over || (onset >= 0 && sum(PageBatch::pages) >= wanted) ? now : 0;
    }
    return end > 0;
  }

  /** First instant that counts. */
  long from() {
    return onset < 0 ? start : parts.get(onset).start();
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
            .formatted((end - start) / 1000.0, Steadiness.reason(parts, goal.withinMs()));
  }

  /** Whether the pages of its stable time surely meet the goal. */
  boolean good() {
    return onset >= 0
        && goal.decide(sum(PageBatch::inTime), sum(PageBatch::pages), sum(PageBatch::failed))
            == PageGoal.Decision.MET;
  }

  private long sum(ToLongFunction<PageBatch> count) {
    return parts.subList(onset, parts.size()).stream().mapToLong(count).sum();
  }
}
