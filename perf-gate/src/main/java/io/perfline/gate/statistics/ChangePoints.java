package io.perfline.gate.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds changes of level in a series, in O(n log n).
 *
 * <p>The method is seeded binary segmentation (Kovács, Bühlmann, Li and Munk, Biometrika 110,
 * 2023): the best single change is searched in each of a fixed set of overlapping intervals of all
 * lengths. Of the changes above the threshold, the one in the narrowest interval is chosen
 * (narrowest over threshold: Baranowski, Chen and Fryzlewicz, JRSS B 81, 2019), and the search
 * continues on both sides of it. The statistic within an interval is the largest standardized
 * Mann-Whitney U over all splits (Pettitt, Applied Statistics 28, 1979). It uses ranks, so outliers
 * and skewness do not matter. Unlike E-divisive (Matteson and James, 2014), which needs O(n²) and
 * permutations, it does not detect a change of spread alone, which is not a change of level.
 */
public final class ChangePoints {

  /** The smallest number of runs on either side of a change. */
  public static final int SHORTEST = 4;

  /** The probability that {@link #of} finds a change in a series without one. */
  private static final double DEFAULT_ERROR = 0.01;

  private static final double DECAY = Math.sqrt(0.5);

  /**
   * The largest difference between a split's squared statistic and the best one's with which the
   * split is within the 95 % interval of the change. The excursions on either side are about
   * exponential: (1 − e^(−x/2))² (Siegmund, International Statistical Review 56, 1988).
   */
  private static final double LOCATED = -2 * Math.log(1 - Math.sqrt(0.95));

  /**
   * A change to a new level.
   *
   * @param at the index at which the new level most likely begins
   * @param earliest the first index of the 95 % interval of {@code at}
   * @param latest the last index of the 95 % interval of {@code at}
   */
  public record Change(int at, int earliest, int latest) {}

  private record Split(int from, int to, int at, double statistic) {
    int length() {
      return to - from;
    }
  }

  private final int length;
  private final Ranks ranks;
  private final double threshold;
  private final TreeSet<Integer> found = new TreeSet<>();

  private ChangePoints(double[] series, double threshold) {
    this.length = series.length;
    this.ranks = new Ranks(series);
    this.threshold = threshold;
  }

  /**
   * Returns the indexes at which a new level begins, in ascending order.
   *
   * @param series the values, oldest first
   */
  public static List<Integer> of(double[] series) {
    ChangePoints points = new ChangePoints(series, threshold(series.length));
    points.search();
    return List.copyOf(points.found);
  }

  /**
   * Returns the new levels in ascending order, each with the interval of its first index.
   *
   * @param series the values, oldest first
   * @param error the probability of finding a change in a series without one; a smaller one raises
   *     the threshold, by the tail of a normal maximum
   */
  public static List<Change> dated(double[] series, double error) {
    double threshold = threshold(series.length);
    double higher =
        Math.sqrt(threshold * threshold + 2 * Math.max(0, Math.log(DEFAULT_ERROR / error)));
    ChangePoints points = new ChangePoints(series, higher);
    points.search();
    List<Integer> found = List.copyOf(points.found);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      int from = i == 0 ? 0 : changes.get(i - 1).at(); // as dated, so that changes never cross
      int to = i == found.size() - 1 ? series.length : found.get(i + 1);
      changes.add(points.date(from, to));
    }
    return changes;
  }

  /** Returns the index at which the last level begins; 0 if there is only one. */
  public static int last(double[] series) {
    List<Integer> all = of(series);
    return all.isEmpty() ? 0 : all.get(all.size() - 1);
  }

  /**
   * Returns the value that the largest statistic of all intervals exceeds in 1 of 100 series
   * without a change. It depends on ranks only, so it is the same for every distribution. Fitted to
   * simulated series of 10 to 10,000 values.
   */
  static double threshold(int n) {
    return 0.64 + 1.45 * Math.sqrt(Math.log(Math.max(n, 8)));
  }

  private void search() {
    List<Split> beyond = beyond();
    beyond.sort(
        (a, b) ->
            a.length() != b.length()
                ? Integer.compare(a.length(), b.length())
                : Double.compare(b.statistic(), a.statistic()));
    for (Split split : beyond) {
      Integer before = found.floor(split.to() - 1);
      if (before == null || before <= split.from()) {
        found.add(split.at());
      }
    }
  }

  private List<Split> beyond() {
    List<Split> beyond = new ArrayList<>();
    for (double part = length; part >= 2 * SHORTEST; part *= DECAY) {
      int width = (int) Math.ceil(part);
      int shift = Math.max(1, (int) Math.floor(part / 2));
      double[][] every = ranks.every(shift, width);
      for (int i = 0; i < every.length; i++) {
        add(beyond, i * shift, every[i]);
      }
      if ((every.length - 1) * shift + width < length) {
        add(beyond, length - width, ranks.within(length - width, length));
      }
    }
    return beyond;
  }

  private void add(List<Split> beyond, int from, double[] part) {
    double[] squares = squares(part);
    int at = best(squares);
    double statistic = Math.sqrt(squares[at]);
    if (statistic > threshold) {
      beyond.add(new Split(from, from + part.length, from + at, statistic));
    }
  }

  private static int best(double[] squares) {
    int at = SHORTEST;
    for (int k = at; k < squares.length; k++) {
      at = squares[k] > squares[at] ? k : at;
    }
    return at;
  }

  /**
   * Returns the square of each split's statistic, indexed by the number of values before the split;
   * 0 if there are too few values on one side.
   */
  private static double[] squares(double[] ranks) {
    int n = ranks.length;
    double square = 0;
    for (double rank : ranks) {
      square += rank * rank;
    }
    double[] squares = new double[n];
    if (square == 0) {
      return squares;
    }
    double scale = n * (n - 1.0) / square;
    double sum = 0;
    for (int k = 1; k <= n - SHORTEST; k++) {
      sum += ranks[k - 1];
      if (k >= SHORTEST) {
        squares[k] = scale * sum * sum / ((double) k * (n - k));
      }
    }
    return squares;
  }

  private Change date(int from, int to) {
    double[] squares = squares(ranks.within(from, to));
    int at = best(squares);
    double enough = squares[at] - LOCATED;
    int earliest = at;
    int latest = at;
    for (int k = SHORTEST; k < squares.length; k++) {
      if (squares[k] > 0 && squares[k] >= enough) {
        earliest = Math.min(earliest, k);
        latest = Math.max(latest, k);
      }
    }
    return new Change(from + at, from + earliest, from + latest);
  }
}
