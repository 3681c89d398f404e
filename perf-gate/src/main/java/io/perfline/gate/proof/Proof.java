package io.perfline.gate.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Runs many trials of each kind and counts. */
final class Proof {

  /** What the gate states: one red in a hundred builds may be false. */
  static final double ERROR = 0.01;

  /** What it states of a change as far beyond the limit as the pairs scatter, in 40 pairs. */
  static final double POWER = 0.95;

  /** After how many pairs a paired build is looked at. */
  private static final int[] LOOKS = {40, 80, 120};

  private final int builds;
  private final long seed;

  Proof(int builds, long seed) {
    this.builds = builds;
    this.seed = seed;
  }

  /**
   * One row of the table.
   *
   * @param method paired or history
   * @param noise how the machine behaves
   * @param thresholds how many a build has
   * @param change the true change, in percent
   * @param builds how many builds were simulated
   * @param red how many of them came out red
   * @param stated the share that the gate states: the largest of false alarms, the smallest of
   *     detections; null where it states none
   */
  record Row(
      String method,
      String noise,
      int thresholds,
      double change,
      int builds,
      int red,
      Double stated) {
    double share() {
      return (double) red / builds;
    }
  }

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    falseAlarms("paired", new Trial.Paired(0.05, LOOKS), rows);
    falseAlarms("history", new Trial.History(0.03, 20, 8), rows);
    detections("paired, 40 pairs", new Trial.Paired(0.05, 40), rows);
    detections("paired, 120 pairs", new Trial.Paired(0.05, LOOKS), rows);
    return rows;
  }

  private void falseAlarms(String method, Trial trial, List<Row> rows) {
    for (Noise noise : Noise.values()) {
      for (int thresholds : new int[] {1, 20}) {
        rows.add(row(method, trial, noise, thresholds, 0, ERROR));
        rows.add(row(method, trial, noise, thresholds, Trial.LIMIT, ERROR));
      }
    }
  }

  /** Pairs that are correlated say less than as many others: of these nothing is stated. */
  private void detections(String method, Trial trial, List<Row> rows) {
    for (Noise noise : Noise.values()) {
      Double stated = noise == Noise.AUTOCORRELATED ? null : POWER;
      rows.add(row(method, trial, noise, 1, Trial.LIMIT + Math.log(1.05), stated));
    }
  }

  private Row row(
      String method, Trial trial, Noise noise, int thresholds, double change, Double stated) {
    SplittableRandom root = new SplittableRandom(seed ^ (noise.ordinal() * 31L + thresholds));
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int i = 0; i < builds; i++) {
      randoms.add(root.split());
    }
    long red =
        randoms.parallelStream()
            .filter(
                random ->
                    IntStream.range(0, thresholds)
                        .anyMatch(i -> trial.red(noise, change, ERROR / thresholds, random)))
            .count();
    return new Row(
        method, noise.word(), thresholds, 100 * Math.expm1(change), builds, (int) red, stated);
  }
}
