package io.perfline.proof.gate;

import io.perfline.gate.statistics.LineError;
import io.perfline.proof.gate.Trial.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs many trials of each kind and counts. */
final class Proof {

  /** What the gate states: one red in a hundred builds may be false. */
  static final double ERROR = 0.01;

  /** What it states of a change as far beyond the limit as the pairs scatter, in 68 pairs. */
  static final double POWER = 0.95;

  /** Two deployments each: as often as the profile commit looks at most. */
  private static final int ROUNDS = 3;

  /** Lines that compare with the baseline in the profile commit, as thresholds.yml ships. */
  static final int SHIPPED = 33;

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
   * @param percent of the builds with the outcome that the table names
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
      rows.add(row("release", new Trial.Paired(0.05, 2), noise, 1, change));
    }
    return rows;
  }

  /**
   * Of each noise: green though one of the thresholds that ship is at its limit, then green and
   * undecided where nothing changed.
   */
  List<Row> greens() {
    Trial trial = new Trial.Paired(0.05, ROUNDS);
    List<Row> rows = new ArrayList<>();
    for (Noise noise : Noise.values()) {
      rows.add(row(trial, noise, each -> each == 0 ? Trial.LIMIT : 0, Build::green));
      rows.add(row(trial, noise, each -> 0, Build::green));
      rows.add(row(trial, noise, each -> 0, build -> !build.green() && !build.red()));
    }
    return rows;
  }

  private Row row(Trial trial, Noise noise, IntToDoubleFunction changes, Predicate<Build> counted) {
    return row("release", trial, noise, SHIPPED, changes, counted);
  }

  private Row row(String method, Trial trial, Noise noise, int thresholds, double change) {
    return row(method, trial, noise, thresholds, each -> change, Build::red);
  }

  /**
   * A build's thresholds, decided.
   *
   * @param outcomes those that the build contains
   */
  private record Build(Set<Outcome> outcomes) {

    boolean red() {
      return outcomes.contains(Outcome.BEYOND);
    }

    boolean green() {
      return outcomes.equals(Set.of(Outcome.WITHIN));
    }
  }

  private Row row(
      String method,
      Trial trial,
      Noise noise,
      int thresholds,
      IntToDoubleFunction changes,
      Predicate<Build> counted) {
    SplittableRandom root = new SplittableRandom(seed ^ (noise.ordinal() * 31L + thresholds));
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int i = 0; i < builds; i++) {
      randoms.add(root.split());
    }
    LineError error = new LineError(ERROR / thresholds);
    long count =
        randoms.parallelStream()
            .map(
                random ->
                    IntStream.range(0, thresholds)
                        .mapToObj(i -> trial.of(noise, changes.applyAsDouble(i), error, random))
                        .collect(Collectors.toSet()))
            .map(Build::new)
            .filter(counted)
            .count();
    return new Row(method, noise.word(), 100.0 * count / builds);
  }
}
