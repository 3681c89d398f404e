package io.perfline.gate.judge;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.Runs;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates runs with pairs of known changes, and their limits. */
public final class PairedRuns {

  static final RunBaseline PARENT =
      new RunBaseline("main~1", "4f2a".repeat(10), new BaselineSource("parent of HEAD"), null);

  private PairedRuns() {}

  public static Line only(Run run, String thresholds) {
    return judge(run, thresholds).lines().get(0);
  }

  public static Verdict judge(Run run, String thresholds) {
    return Wording.of(
        Gate.judge(
            run,
            ThresholdsFile.read("t.yml", thresholds),
            History.NONE,
            Runs.START.plusSeconds(3600)));
  }

  public static Run run(CaseResult... cases) {
    return Runs.run(List.of(cases)).against(PARENT);
  }

  public static String limit(String metric, String pass) {
    return """
    version: 1
    baselines: {parent: {paired: true}}
    thresholds:
      - {id: t, case: http/record, metric: %s, pass: "%s", baseline: parent}
    """
        .formatted(metric, pass);
  }

  static String absolute(String metric, String pass) {
    return limit(metric, pass).replace(", baseline: parent", "");
  }

  static CaseResult plain() {
    return Runs.http("http/record", "recorder", Runs.uniform(1000));
  }

  /** Minimum number of pairs per place that are measured in four deployments instead of one. */
  private static final int OF_SEVERAL = 30;

  /**
   * Returns pairs with noise of 3 %; a message costs {@code factor} times 120 µs and 10 kB.
   *
   * @param first number of pairs in one place
   * @param second number of pairs in the other place
   */
  public static CaseResult paired(double factor, int first, int second) {
    Random random = new Random(3);
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < first + second; i++) {
      int couple = i < first ? couple(i, first, second) : couple(i - first, second, first);
      pairs.add(pair(2 * couple + (i < first ? 1 : 2), factor, random, 0.03));
    }
    return plain().withPairs(pairs);
  }

  private static int couple(int i, int of, int ofOther) {
    return Math.min(of, ofOther) < OF_SEVERAL ? 0 : 4 * i / of;
  }

  static SlicePair pair(int deployment, double factor, Random random, double scatter) {
    return new SlicePair(
        deployment,
        random.nextBoolean(),
        slice(factor * (1 + scatter * random.nextGaussian())),
        slice(1));
  }

  static Slice slice(double cost) {
    TimeDistribution times = Runs.uniform(100);
    return new Slice(
        0.25,
        new Counts(100, 100, 10_000, 0, times, times),
        12_000 * cost,
        1e6 * cost,
        20_000 * cost);
  }

  static Slice free(Slice slice) {
    return new Slice(slice.seconds(), slice.counts());
  }
}
