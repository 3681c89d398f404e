package io.perfline.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.pipeline.StepRun;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the search in histories of 24 commits with noise of 5 %, judged by the shipped limits. */
class NoisyHistoriesTest {

  private static final int COMMITS = 24;
  private static final int HISTORIES = 10;
  private static final int PAIRS_A_ROUND = 120;
  private static final int DEPLOYMENTS_A_ROUND = 8;
  private static final double SCATTER = 0.05;
  private static final List<String> NAMES =
      IntStream.range(0, COMMITS).mapToObj("commit %02d"::formatted).toList();

  private final Thresholds thresholds = ThresholdsFile.read(Path.of("../thresholds.yml"));

  /** The distributions of equal times, because creating one takes longer than judging it. */
  private final Map<Long, TimeDistribution> threeOf = new HashMap<>();

  /** Simulates measurements of commits with different CPU times per message. */
  private final class Simulation implements CommitJudge, SearchProgress {

    private final double[] slower = new double[COMMITS];
    private final RandomGenerator random;
    private int measured;

    Simulation(long seed) {
      random = new SplittableRandom(seed);
    }

    Simulation slower(int commit, double share) {
      slower[commit] = share;
      return this;
    }

    Found find() throws InterruptedException {
      return new Search(NAMES, this, List.of(), (JudgedCommit commit) -> {}, this).run("good");
    }

    @Override
    public String build(String commit) {
      return commit;
    }

    @Override
    public Judged judge(String commit, int steps) {
      measured++;
      double factor =
          1 + Arrays.stream(slower, 0, NAMES.indexOf(commit) + 1).reduce(0, Double::sum);
      List<SlicePair> pairs = new ArrayList<>();
      Judged judged;
      int round = 0;
      do {
        pairs.addAll(pairs(DEPLOYMENTS_A_ROUND * round, factor));
        judged = MeasuredCommits.judged(StepRun.of(pairs), thresholds, steps);
      } while (judged.outcome() == StepOutcome.UNDECIDED && round++ < MeasuredCommits.ROUNDS);
      return judged;
    }

    private List<SlicePair> pairs(int deploymentsBefore, double factor) {
      return IntStream.range(0, PAIRS_A_ROUND)
          .mapToObj(
              i ->
                  new SlicePair(
                      deploymentsBefore + 1 + DEPLOYMENTS_A_ROUND * i / PAIRS_A_ROUND,
                      random.nextBoolean(),
                      slice(factor),
                      slice(1)))
          .toList();
    }

    private Slice slice(double factor) {
      double scatter = 1 + SCATTER / Math.sqrt(2) * random.nextGaussian();
      long micros = Math.round(1000 * scatter);
      TimeDistribution times =
          threeOf.computeIfAbsent(micros, one -> SampleRuns.times(one, one, one));
      double cpu = 1e3 * factor * scatter;
      return new Slice(0.25, new Counts(3, 3, 1, 0, times, times), cpu, 1e6, 1.5 * cpu);
    }

    @Override
    public void left(int commits, int steps) {}

    @Override
    public void begins(String commit) {}

    @Override
    public void ended(JudgedCommit commit) {}
  }

  @Test
  void findsATenPercentSlowerCommitInNineOfTenWithinSixSteps() throws InterruptedException {
    int right = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      int slow = (7 * seed + 3) % COMMITS;
      Simulation history = new Simulation(seed).slower(slow, 0.1);
      right += history.find().range().equals(List.of(NAMES.get(slow))) ? 1 : 0;
      assertThat(history.measured).isLessThanOrEqualTo(6);
    }
    assertThat(right).isGreaterThanOrEqualTo(9);
  }

  @Test
  void findsTheFirstOfTwoSlowCommitsInNineOfTen() throws InterruptedException {
    int right = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      int slow = (5 * seed + 2) % (COMMITS / 2);
      Simulation history =
          new Simulation(100 + seed).slower(slow, 0.1).slower(slow + COMMITS / 2, 0.1);
      right += history.find().range().equals(List.of(NAMES.get(slow))) ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(9);
  }

  @Test
  void reportsThatNoCommitIsSlowerInNineOfTen() throws InterruptedException {
    int right = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      right += new Simulation(200 + seed).find().kind() == Found.Kind.NONE ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(9);
  }
}
