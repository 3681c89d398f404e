package io.perfline.sims.gatling.load;

import io.perfline.core.run.PageGoal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Measures a level of users. Its time is divided into parts, which show whether the level is
 * stable. A part lasts one twentieth of the level's maximum time, or longer if one twentieth of the
 * required pages takes longer. Times are milliseconds since the epoch.
 */
final class LevelProbe {

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
   * @param early whether the level ends as soon as it is stable and the plan's number of pages was
   *     opened
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
  boolean meetsGoal() {
    return onset >= 0
        && goal.decide(sum(PageBatch::inTime), sum(PageBatch::pages), sum(PageBatch::failed))
            == PageGoal.Decision.MET;
  }

  private long sum(ToLongFunction<PageBatch> count) {
    return parts.subList(onset, parts.size()).stream().mapToLong(count).sum();
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
