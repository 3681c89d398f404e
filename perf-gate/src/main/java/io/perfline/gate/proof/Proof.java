package io.perfline.gate.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Runs many trials of each kind and counts. */
final class Proof {

  /** What the gate states: one red in a hundred builds may be false. */
  static final double ERROR = 0.01;

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
   */
  record Row(String method, String noise, int thresholds, double change, int builds, int red) {
    double share() {
      return (double) red / builds;
    }
  }

  List<Row> rows() {
    Trial paired = new Trial.Paired(0.05, 20, 40, 80);
    Trial history = new Trial.History(0.03, 20, 8);
    List<Row> rows = new ArrayList<>();
    for (Noise noise : Noise.values()) {
      for (int thresholds : new int[] {1, 20}) {
        rows.add(row("paired", paired, noise, thresholds, 0));
        rows.add(row("paired", paired, noise, thresholds, Trial.LIMIT));
        rows.add(row("history", history, noise, thresholds, 0));
        rows.add(row("history", history, noise, thresholds, Trial.LIMIT));
      }
    }
    Trial forty = new Trial.Paired(0.05, 20, 40);
    for (Noise noise : Noise.values()) {
      rows.add(row("paired, 40", forty, noise, 1, Trial.LIMIT + Math.log(1.05)));
    }
    return rows;
  }

  private Row row(String method, Trial trial, Noise noise, int thresholds, double change) {
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
    return new Row(method, noise.word(), thresholds, 100 * Math.expm1(change), builds, (int) red);
  }
}
