package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulates how often a case is named as worse on each morning after it became slower. */
class RecentlySlowerTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Set<Metric> METRICS = Set.of(Metric.RESPONSE_TIME_P95);
  private static final int BUILDS = 60;
  private static final int SEEDS = 400;
  private static final int CASES = 50;

  /** Error of one of fifty cases, as {@code BranchTrend} divides it. */
  private static final double ERROR = 0.01 / CASES;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30})
  void namesTheCaseEachMorningUntilItIsFixed(int slowBuilds) {
    SplittableRandom random = new SplittableRandom(1);
    int named = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      CaseStatus status = status(history(random.split(), slowBuilds, 1.12));
      named += status.state() == State.WORSE ? 1 : 0;
    }
    assertThat(named / (double) SEEDS).isGreaterThanOrEqualTo(57 / 60.0);
  }

  @Test
  void namesAnUnchangedCaseOnOneMorningInAHundredAtMost() {
    int mornings = 200;
    SplittableRandom random = new SplittableRandom(2);
    int named = 0;
    for (int morning = 0; morning < mornings; morning++) {
      boolean any = false;
      for (int i = 0; i < CASES && !any; i++) {
        any = status(history(random.split(), 0, 1)).state() == State.WORSE;
      }
      named += any ? 1 : 0;
    }
    assertThat(named).isLessThanOrEqualTo(mornings / 100);
  }

  @Test
  void ignoresOneOutlierBeforeTheNewestRun() {
    List<PastCase> runs = new ArrayList<>(history(new SplittableRandom(3), 0, 1).runs());
    runs.add(run(BUILDS, 160));
    runs.add(run(BUILDS + 1, 100));
    assertThat(status(new CaseHistory("http/record", "recorder", "ab12", runs)).state())
        .isEqualTo(State.AS_USUAL);
  }

  @Test
  void namesTheFirstSlowCommit() {
    CaseStatus status = status(history(new SplittableRandom(5), 3, 1.5));
    assertThat(status.afterCommit()).isEqualTo("c56");
    assertThat(status.upToCommit()).isEqualTo("c57");
    assertThat(Math.exp(status.change().value())).isBetween(1.4, 1.6);
  }

  private static CaseStatus status(CaseHistory history) {
    Trend trend = new Trend(new KnownShifts(List.of(), LocalDate.parse("2026-06-01")), 3, ERROR);
    List<Shift> shifts = trend.shifts(history, Metric.RESPONSE_TIME_P95);
    return new StatusFinder(3, ERROR)
        .of(
            new TrendHistory.Measured(history.name(), history.target()),
            new CaseRuns(List.of(history), List.of()),
            METRICS,
            shifts)
        .orElseThrow();
  }

  private static CaseHistory history(SplittableRandom random, int slowBuilds, double factor) {
    List<PastCase> runs = new ArrayList<>();
    for (int i = 0; i < BUILDS; i++) {
      double level = i < BUILDS - slowBuilds ? 100 : 100 * factor;
      runs.add(run(i, level * (1 + 0.02 * random.nextGaussian())));
    }
    return new CaseHistory("http/record", "recorder", "ab12", runs);
  }

  private static PastCase run(int number, double p95) {
    return new PastCase(
        "r" + number, "c" + number, START.plusSeconds(3600L * number), 0, 0, metric -> p95);
  }
}
