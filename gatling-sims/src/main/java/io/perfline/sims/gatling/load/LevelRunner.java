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
 * Runs the levels of a schedule: lets visitors arrive over a level's rise, waits until all have
 * arrived, measures the level, and continues with the next. It has no clock and no thread: its
 * caller passes the time in milliseconds since the epoch.
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
   * @param origin the start of the load
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

  /** Notes that a page succeeded or failed after {@code took} milliseconds. */
  public void page(long took, boolean ok) {
    if (hold != null) {
      hold.page(took, ok);
    }
  }

  /**
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
    long latest = rise + step.rise() + step.most();
    int due = shard.part(step.users());
    if (now >= latest) {
      String problem = "%d users were active, not %d".formatted(present, due);
      ended(new LevelResult(step.users(), rise, rise + step.rise(), now, problem), false);
    } else if (present == due) {
      hold = new LevelProbe(plan, now, step.early() ? now + step.most() : latest, step.early());
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

  /** Decides the levels of users of a load. Times are milliseconds from the load's start. */
  interface LevelSchedule {

    /**
     * The next level.
     *
     * @param users their number over all shards of the load
     * @param rise over how long those come that aren't there yet
     * @param most the maximum duration of the measurement after that
     * @param early whether it ends before, once it has shown what was to be seen
     */
    record Step(int users, long rise, long most, boolean early) {}

    /** Returns the next level at {@code now}; empty if the load is over. */
    Optional<Step> next(long now);

    /** Takes the result of the last level. */
    void measured(boolean good);

    static LevelSchedule of(HttpLoad load) {
      return load.byTheClock() ? new FixedSchedule(load) : new CapacitySearchSchedule(load);
    }
  }

  /** The levels of a search for the capacity, as long as there is time for another one. */
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
      long most = plan.hold().toMillis();
      OptionalInt next = search.next();
      if (next.isEmpty() || (users > 0 && now + rise + most > length)) {
        return Optional.empty();
      }
      users = next.getAsInt();
      return Optional.of(new Step(users, rise, most, true));
    }

    @Override
    public void measured(boolean good) {
      search.tried(users, good);
    }
  }

  /**
   * Levels at times that are known in advance: generators that share a load do not communicate, and
   * all must have the same number of users at the same time. The levels share the load's duration;
   * the users of the first arrive during the warm-up, those of each further one during the first
   * quarter of its time, which does not count.
   */
  static final class FixedSchedule implements LevelSchedule {

    private static final int LEAST_SECONDS = 2;
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
      if (each < LEAST_SECONDS) {
        throw new IllegalArgumentException(
            "%d levels of users in %d s: each needs %d s at least"
                .formatted(users.size(), duration, LEAST_SECONDS));
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
   * Measures a level. Its time is divided into parts of one twentieth of the longest time or, if
   * longer, until one twentieth of the wanted pages has been opened; they show whether the level is
   * stable. Times are milliseconds since the epoch.
   */
  private static final class LevelProbe {

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
     * @param start the time at which all users were present
     * @param latest the time at which it ends even if it is not stable
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

    /** Notes that a page succeeded or failed after {@code took} milliseconds. */
    void page(long took, boolean ok) {
      open.page(took, ok, goal.withinMs());
    }

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

    /** Returns the first instant that counts. */
    long from() {
      return onset < 0 ? start : parts.get(onset).start();
    }

    /** Returns the first instant after it. */
    long until() {
      return end;
    }

    /** Returns why it has no result; empty when it was stable. */
    String problem() {
      return onset >= 0
          ? ""
          : "not stable in %.1f s: %s"
              .formatted((end - start) / 1000.0, Steadiness.reason(parts, goal.withinMs()));
    }

    /** Returns true when the pages of its stable time are confirmed to meet the goal. */
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
   * Tests whether a level has become stable by the method of batch means (Law and Kelton,
   * Simulation Modeling and Analysis, section 9.5). Of the mean page times of at least six
   * consecutive parts, the half-width of the 95 % interval of their mean is within the tolerance,
   * and so is the difference between their first and second half. The tolerance is a tenth of the
   * mean or, if larger, a twentieth of the time limit in the goal, because less is irrelevant to
   * the goal.
   */
  private record Steadiness(double[] means, double withinMs) {

    /** The smallest number of parts for a decision. */
    static final int LEAST_PARTS = 6;

    private static final double ALLOWED_SHARE = 0.1;
    private static final double ALLOWED_OF_GOAL = 0.05;
    private static final double UPPER = 0.975;

    /**
     * Finds the begin of the stable time that lasts until now.
     *
     * @param parts the parts in their order, each with at least one page
     * @return the index of the first of the longest stretch of last parts that is stable; -1 if
     *     none
     */
    static int onset(List<PageBatch> parts, double withinMs) {
      double[] means = parts.stream().mapToDouble(PageBatch::mean).toArray();
      for (int from = 0; means.length - from >= LEAST_PARTS; from++) {
        if (new Steadiness(Arrays.copyOfRange(means, from, means.length), withinMs).stable()) {
          return from;
        }
      }
      return -1;
    }

    /** Returns the reason why the last parts are not stable. */
    static String reason(List<PageBatch> parts, double withinMs) {
      if (parts.size() < LEAST_PARTS) {
        return "%d parts have enough pages, but %d are needed".formatted(parts.size(), LEAST_PARTS);
      }
      double[] last =
          parts.subList(parts.size() - LEAST_PARTS, parts.size()).stream()
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
   * The pages that came in one part of a level's time: a batch, in the method of batch means. Times
   * are milliseconds.
   */
  private static final class PageBatch {

    private final long start;
    private long pages;
    private long failed;
    private long inTime;
    private long millis;

    /**
     * @param start the start of its time, since the epoch
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

    /** Returns the mean time of its pages, of which there is one at least. */
    double mean() {
      return millis / (double) pages;
    }
  }
}
