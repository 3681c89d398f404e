package io.perfline.gate.statistics;

import java.util.Arrays;

/**
 * Computes the ranks of a series' values within many parts of it. The whole series is sorted once,
 * and the order of a part follows by leaving out the other values. Parts of equal length that cover
 * each value a few times therefore take O(n) together.
 */
final class Ranks {

  /** The number of the value at each index among the distinct values in ascending order. */
  private final int[] which;

  /** The indexes in ascending order of their values. */
  private final int[] ascending;

  Ranks(double[] series) {
    double[] distinct = distinct(series);
    // Adding 0.0 turns a negative zero into a positive one.
    which = Arrays.stream(series).mapToInt(x -> Arrays.binarySearch(distinct, x + 0.0)).toArray();
    int[] next = new int[distinct.length + 1];
    for (int value : which) {
      next[value + 1]++;
    }
    Arrays.parallelPrefix(next, Integer::sum);
    ascending = new int[series.length];
    for (int i = 0; i < series.length; i++) {
      ascending[next[which[i]]++] = i;
    }
  }

  private static double[] distinct(double[] series) {
    double[] sorted = Arrays.stream(series).map(x -> x + 0.0).toArray();
    Arrays.sort(sorted);
    int kept = 0;
    for (double value : sorted) {
      if (kept == 0 || value != sorted[kept - 1]) {
        sorted[kept++] = value;
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  double[] within(int from, int to) {
    int[] order = new int[to - from];
    int filled = 0;
    for (int index : ascending) {
      if (index >= from && index < to) {
        order[filled++] = index - from;
      }
    }
    return ranks(order, from);
  }

  /**
   * Returns the ranks within the complete parts that begin at 0, {@code shift}, 2 × {@code shift} …
   */
  double[][] every(int shift, int width) {
    int[][] orders = new int[(which.length - width) / shift + 1][width];
    int[] filled = new int[orders.length];
    for (int index : ascending) {
      int last = Math.min(index / shift, orders.length - 1);
      for (int part = last; part >= 0 && index < part * shift + width; part--) {
        orders[part][filled[part]++] = index - part * shift;
      }
    }
    double[][] ranks = new double[orders.length][];
    Arrays.setAll(ranks, part -> ranks(orders[part], part * shift));
    return ranks;
  }

  /** Returns ranks around zero. Equal values get the mean of their ranks. */
  private double[] ranks(int[] order, int from) {
    double[] ranks = new double[order.length];
    int first = 0;
    while (first < order.length) {
      int value = which[from + order[first]];
      int end = first + 1;
      while (end < order.length && which[from + order[end]] == value) {
        end++;
      }
      double shared = (first + end - order.length) / 2.0;
      for (int i = first; i < end; i++) {
        ranks[order[i]] = shared;
      }
      first = end;
    }
    return ranks;
  }
}
