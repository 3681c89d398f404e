package io.perfline.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Runs many trials of each kind and counts. */
final class Proof {

  /** What the gate states: one red in a hundred builds may be false. */
  static final double ERROR = 0.01;

  /** What it states of a change as far beyond the limit as the pairs scatter, in 68 pairs. */
  static final double POWER = 0.95;

  /** Two deployments each, so 68 pairs and 136, as in the profile commit. */
  private static final int ROUNDS = 2;

  /** Lines that compare with the baseline in the profile commit, as thresholds.yml ships. */
  static final int SHIPPED = 16;

  private final int builds;
  private final long seed;

  Proof(int builds, long seed) {
    this.builds = builds;
    this.seed = seed;
  }

  /**
   * One figure of the table.
   *
   * @param method what is compared with: a release in pairs, or the history
   * @param noise how the machine behaves
   * @param percent of the builds that came out red
   */
  record Row(String method, String noise, double percent) {}

  /** How many figures {@link #falseAlarms} has of each method and noise. */
  static final int COLUMNS = 4;

  /** Of each method and noise: one threshold unchanged and at its limit, then all that ship. */
  List<Row> falseAlarms() {
    List<Row> rows = new ArrayList<>();
    falseAlarms("release", new Trial.Paired(0.05, ROUNDS), rows);
    falseAlarms("history", new Trial.History(0.03, 20, 8), rows);
    return rows;
  }

  private void falseAlarms(String method, Trial trial, List<Row> rows) {
    for (Noise noise : Noise.values()) {
      for (int thresholds : new int[] {1, SHIPPED}) {
        rows.add(row(method, trial, noise, thresholds, 0));
        rows.add(row(method, trial, noise, thresholds, Trial.LIMIT));
      }
    }
  }

  /** Of each noise: within 68 pairs, then within 136. */
  List<Row> detections() {
    List<Row> rows = new ArrayList<>();
    for (Noise noise : Noise.values()) {
      double change = Trial.LIMIT + Math.log(1.05);
      rows.add(row("release", new Trial.Paired(0.05, 1), noise, 1, change));
      rows.add(row("release", new Trial.Paired(0.05, ROUNDS), noise, 1, change));
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
    return new Row(method, noise.word(), 100.0 * red / builds);
  }
}
