package io.perfline.sims.gatling.load;

import io.perfline.core.run.PageGoal;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.gatling.load.CapacityPlan.CapacitySearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import org.apache.commons.statistics.distribution.TDistribution;

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
    go(origin);
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
          hold.good());
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

  private void ended(LevelResult level, boolean good) {
    levels.add(level);
    schedule.measured(good);
    go(level.until());
  }

  private void go(long now) {
    before = step == null ? 0 : step.users();
    hold = null;
    rise = now;
    Optional<LevelSchedule.Step> next = schedule.next(now - origin);
    step = next.orElse(null);
  }

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
    void measured(boolean good);

    static LevelSchedule of(HttpLoad load) {
      return load.byTheClock() ? new FixedSchedule(load) : new CapacitySearchSchedule(load);
    }
  }

  /** The levels of a search for the capacity, as long as there is time for another level. */
  private static final class CapacitySearchSchedule implements LevelSchedule {

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
    public void measured(boolean good) {
      search.tried(users, good);
    }
  }

  /**
   * Levels at fixed times, because generators that share a load do not communicate, but must all
   * have the same number of users at the same time. The levels share the duration of the load
   * equally; the users of the first arrive during the warm-up, those of each further level during
   * the first quarter of its time, which does not count.
   */
  static final class FixedSchedule implements LevelSchedule {

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
    public void measured(boolean good) {
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

  /**
   * Measures a level. Its time is divided into parts, which show whether the level is stable. A
   * part lasts one twentieth of the level's maximum time, or longer if one twentieth of the
   * required pages takes longer. Times are milliseconds since the epoch.
   */
  private static final class LevelProbe {

    private static final int PARTS = 20;

    private final PageGoal goal;
    private final long start;
    private final long latest;
    private final long minMillis;
    private final long minPages;
    private final long wanted;
    private final List<PageBatch> parts = new ArrayList<>();
    private PageBatch open;
    private int onset = -1;
    private long end;

    /**
     * @param start the time at which all users were present
     * @param latest the time at which the level ends even if it is not stable
     * @param early whether the level ends as soon as it is stable and the plan's number of pages
     *     was opened
     */
    LevelProbe(CapacityPlan plan, long start, long latest, boolean early) {
      goal = plan.goal();
      this.start = start;
      this.latest = latest;
      minMillis = (latest - start) / PARTS;
      minPages = Math.max(1, plan.pages() / PARTS);
      wanted = early ? plan.pages() : Long.MAX_VALUE;
      open = new PageBatch(start);
    }

    /** Records that a page succeeded or failed after {@code took} milliseconds. */
    void page(long took, boolean ok) {
      open.page(took, ok, goal.withinMs());
    }

    boolean ended(long now) {
      if (end == 0) {
        boolean over = now >= latest;
        if (open.pages() >= minPages && (over || now - open.start() >= minMillis)) {
          parts.add(open);
          open = new PageBatch(now);
          onset = Steadiness.onset(parts, goal.withinMs());
        }
        end = over || (onset >= 0 && sum(PageBatch::pages) >= wanted) ? now : 0;
      }
      return end > 0;
    }

    /** Returns the first instant that counts. */
    long from() {
      return onset < 0 ? start : parts.get(onset).start();
    }

    /** Returns the first instant after the level. */
    long until() {
      return end;
    }

    /** Returns the reason why the level has no result; empty if it was stable. */
    String problem() {
      return onset >= 0
          ? ""
          : "not stable in %.1f s: %s"
              .formatted((end - start) / 1000.0, Steadiness.reason(parts, goal.withinMs()));
    }

    /** Returns whether the pages of the stable time are confirmed to meet the goal. */
    boolean good() {
      return onset >= 0
          && goal.decide(sum(PageBatch::inTime), sum(PageBatch::pages), sum(PageBatch::failed))
              == PageGoal.Decision.MET;
    }

    private long sum(ToLongFunction<PageBatch> count) {
      return parts.subList(onset, parts.size()).stream().mapToLong(count).sum();
    }
  }

  /**
   * Tests by the method of batch means whether a level has become stable (Law and Kelton,
   * Simulation Modeling and Analysis, section 9.5). It takes at least six consecutive batches. Both
   * the half-width of the 95 % confidence interval of their mean and the difference between the
   * means of their first and second half must be within the tolerance. The tolerance is a tenth of
   * the mean or, if larger, a twentieth of the goal's time limit, because smaller changes don't
   * matter for the goal.
   */
  private record Steadiness(double[] means, double withinMs) {

    /** The smallest number of batches for a decision. */
    static final int MIN_PARTS = 6;

    private static final double ALLOWED_SHARE = 0.1;
    private static final double ALLOWED_OF_GOAL = 0.05;
    private static final double UPPER = 0.975;

    /**
     * Finds the start of the stable time, which lasts until now.
     *
     * @param parts the batches in order, each with at least one page
     * @return the index of the first batch of the longest stable sequence that ends with the last
     *     batch; -1 if there is none
     */
    static int onset(List<PageBatch> parts, double withinMs) {
      double[] means = parts.stream().mapToDouble(PageBatch::mean).toArray();
      for (int from = 0; means.length - from >= MIN_PARTS; from++) {
        if (new Steadiness(Arrays.copyOfRange(means, from, means.length), withinMs).stable()) {
          return from;
        }
      }
      return -1;
    }

    /** Returns the reason why the last batches are not stable. */
    static String reason(List<PageBatch> parts, double withinMs) {
      if (parts.size() < MIN_PARTS) {
        return "%d parts have enough pages, but %d are needed".formatted(parts.size(), MIN_PARTS);
      }
      double[] last =
          parts.subList(parts.size() - MIN_PARTS, parts.size()).stream()
              .mapToDouble(PageBatch::mean)
              .toArray();
      Steadiness latest = new Steadiness(last, withinMs);
      return String.format(
          Locale.ROOT,
          "in the end a page took %.0f ± %.0f ms and changed by %+.0f ms; at most %.0f ms are allowed",
          latest.mean(),
          latest.halfWidth(),
          latest.drift(),
          latest.allowed());
    }

    private boolean stable() {
      return halfWidth() <= allowed() && Math.abs(drift()) <= allowed();
    }

    private double mean() {
      return Arrays.stream(means).average().orElseThrow();
    }

    private double allowed() {
      return Math.max(ALLOWED_SHARE * mean(), ALLOWED_OF_GOAL * withinMs);
    }

    private double halfWidth() {
      int n = means.length;
      double mean = mean();
      double squares = Arrays.stream(means).map(one -> (one - mean) * (one - mean)).sum();
      double error = Math.sqrt(squares / (n - 1) / n);
      return TDistribution.of(n - 1).inverseCumulativeProbability(UPPER) * error;
    }

    private double drift() {
      int half = means.length / 2;
      double first = Arrays.stream(means, 0, half).average().orElseThrow();
      double second = Arrays.stream(means, half, means.length).average().orElseThrow();
      return second - first;
    }
  }

  /**
   * The pages that were completed in one part of a level's time: a batch, in the method of batch
   * means. Times are milliseconds.
   */
  private static final class PageBatch {

    private final long start;
    private long pages;
    private long failed;
    private long inTime;
    private long millis;

    /**
     * @param start the start of the batch, in milliseconds since the epoch
     */
    PageBatch(long start) {
      this.start = start;
    }

    void page(long took, boolean ok, double withinMs) {
      pages++;
      millis += took;
      failed += ok ? 0 : 1;
      inTime += ok && took <= withinMs ? 1 : 0;
    }

    long start() {
      return start;
    }

    long pages() {
      return pages;
    }

    long failed() {
      return failed;
    }

    long inTime() {
      return inTime;
    }

    /** Returns the mean time of the pages, of which there must be at least one. */
    double mean() {
      return millis / (double) pages;
    }
  }
}
