package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseRuns.Kind;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the status of cases in the first table of the trends. */
class StatusFinderTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Set<Metric> METRICS = Set.of(Metric.THROUGHPUT, Metric.RESPONSE_TIME_P95);
  private static final double ERROR = 0.01 / 14;

  private final Random random = new Random(12);
  private final List<PastCase> runs = new ArrayList<>();

  @Test
  void twelvePercentMoreAreWorseAndNamedWithTheirCommits() {
    runs(60, 100);
    runs(8, 112);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.WORSE);
    assertThat(status.metric()).isEqualTo(Metric.RESPONSE_TIME_P95);
    assertThat(status.usual()).isBetween(98.0, 102.0);
    assertThat(100 * Math.expm1(status.change().value())).isBetween(10.0, 14.0);
    assertThat(status.change().low()).isPositive();
    assertThat(status.afterCommit()).isLessThanOrEqualTo(commit(59));
    assertThat(status.upToCommit()).isGreaterThanOrEqualTo(commit(60));
  }

  @Test
  void theNewestRunIsSufficientIfItDiffersByFar() {
    runs(60, 100);
    runs(1, 130);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.WORSE);
    assertThat(status.afterCommit()).isEqualTo(commit(59));
    assertThat(status.upToCommit()).isEqualTo(commit(60));
    assertThat(status.newest().run()).isEqualTo("r60");
  }

  @Test
  void anUnchangedCaseNamesNoCommit() {
    runs(60, 100);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.AS_USUAL);
    assertThat(status.afterCommit() + status.upToCommit()).isEmpty();
    assertThat(status.change().low()).isNegative();
    assertThat(status.change().high()).isPositive();
  }

  @Test
  void aFasterCaseIsBetter() {
    runs(60, 100);
    runs(1, 70);

    assertThat(status().state()).isEqualTo(State.BETTER);
  }

  @Test
  void tooFewRunsAreUnknownNotAsUsual() {
    runs(5, 100);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.TOO_FEW_RUNS);
    assertThat(status.change()).isNull();
  }

  @Test
  void aChangeAfterAKnownShiftIsNew() {
    runs(60, 100);
    runs(30, 112);
    runs(1, 160);
    String waiver =
        "{shift: '%s', case: http/record, metric: response_time.p95, until: 2026-12-31,"
            + " issue: P-1, reason: driver}";
    List<Shift> shifts =
        new Trend(known(waiver.formatted(commit(60))), 3, ERROR)
            .shifts(history(), Metric.RESPONSE_TIME_P95);

    assertThat(shifts).extracting(Shift::state).containsExactly(Shift.State.KNOWN);
    CaseStatus status = status(shifts).orElseThrow();
    assertThat(status.state()).isEqualTo(State.WORSE);
    assertThat(status.upToCommit()).isEqualTo(commit(90));
  }

  @Test
  void aFixIsSeenInItsFirstRun() {
    runs(60, 100);
    runs(30, 115);
    assertThat(status().state()).isEqualTo(State.WORSE);
    runs(1, 100);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.AS_USUAL);
    assertThat(status.usual()).isBetween(98.0, 102.0);
  }

  @Test
  void aPartialFixLeavesTheCaseWorse() {
    runs(60, 100);
    runs(30, 140);
    runs(2, 120);

    assertThat(status().state()).isEqualTo(State.WORSE);
  }

  /** Outliers widen the interval of a mean beyond no change, while a shift is found by ranks. */
  @Test
  void theIntervalOfALastingShiftIsConsistentWithIt() {
    for (int seed = 0; seed < 40; seed++) {
      runs.clear();
      random.setSeed(seed);
      runs(60, 100);
      runs(25, 112);
      for (int i = seed % 7; i < runs.size(); i += 7) {
        PastCase run = runs.get(i);
        runs.set(
            i,
            new PastCase(
                run.run(),
                run.commit(),
                run.time(),
                0,
                0,
                metric -> metric == Metric.THROUGHPUT ? 1000 : 300));
      }
      CaseStatus status = status();
      assertThat(status.state()).isEqualTo(State.WORSE);
      assertThat(status.change().low()).isPositive();
      assertThat(status.change().high()).isLessThan(Math.log(1.3));
    }
  }

  @Test
  void aCaseThatWasNeverValidIsStale() {
    Attempt attempt = new Attempt("r1", "c1", START, Kind.INVALID);
    CaseStatus status = status(List.of(), attempt).orElseThrow();
    assertThat(status.state()).isEqualTo(State.STALE);
    assertThat(status.freshness().text()).isEqualTo("never valid");
  }

  @Test
  void staleReplacesAsUsualButNotWorse() {
    Freshness stale = new Freshness(true, 3, 0);
    runs(60, 100);
    assertThat(status().with(stale).state()).isEqualTo(State.STALE);
    runs(1, 150);
    assertThat(status().with(stale).state()).isEqualTo(State.WORSE);
    assertThat(status().with(stale).freshness().text()).isEqualTo("invalid in its newest 3 runs");
  }

  @Test
  void theTableCountsTheStatesAndListsWhatIsWorseOrStale() {
    CaseStatus stale =
        status(List.of(), new Attempt("r1", "c1", START, Kind.INVALID)).orElseThrow();
    runs(60, 100);
    runs(1, 130);
    CaseStatus worse = status();

    assertThat(TrendTable.statuses(List.of(stale, worse)))
        .startsWith("Cases: 1 stale; 1 worse.")
        .contains("worse         http/record (recorder) response_time.p95 +", "up to " + commit(60))
        .contains("stale         http/record (recorder) never valid");
  }

  @Test
  void aCaseThatNoRunMeasuredHasNoStatus() {
    assertThat(status(List.of())).isEmpty();
  }

  private CaseStatus status() {
    Trend trend = new Trend(new KnownShifts(List.of(), LocalDate.parse("2026-06-01")), 3, ERROR);
    List<Shift> shifts =
        METRICS.stream().flatMap(metric -> trend.shifts(history(), metric).stream()).toList();
    return status(shifts).orElseThrow();
  }

  @Test
  void aMetricThatWasZeroBeforeItsShiftHasNoChange() {
    runs(20, 0);
    runs(20, 100);
    List<Shift> shifts =
        new Trend(new KnownShifts(List.of(), LocalDate.EPOCH), 3, ERROR)
            .shifts(history(), Metric.RESPONSE_TIME_P95);

    assertThat(shifts).hasSize(1);
    CaseStatus status = status(shifts).orElseThrow();
    assertThat(status.state()).isEqualTo(State.WORSE);
    assertThat(status.change()).isNull();
    assertThat(TrendFile.CaseTrend.of(status).change()).startsWith("from 0 to ").endsWith(" ms");
  }

  @ParameterizedTest(name = "20 runs of 0, then {0}: {1}")
  @CsvSource({"0, AS_USUAL", "4, WORSE"})
  void aMetricThatWasAlwaysZeroHasAStatus(double now, State state) {
    runs(20, 0);
    runs(1, now);

    CaseStatus status =
        new StatusFinder(3, ERROR)
            .of(
                new TrendHistory.Measured("http/record", "recorder"),
                new CaseRuns(List.of(history()), List.of()),
                Set.of(Metric.RESPONSE_TIME_P95),
                List.of())
            .orElseThrow();

    assertThat(status.state()).isEqualTo(state);
    assertThat(status.newest().run()).isEqualTo("r20");
    assertThat(status.usual()).isZero();
  }

  private static KnownShifts known(String waiver) {
    return new KnownShifts(
        ThresholdsFile.read(
                "t.yml",
                """
                version: 1
                thresholds:
                  - {id: t, case: a, metric: throughput, pass: ">= 1 msg/s"}
                waivers: [%s]
                """
                    .formatted(waiver))
            .waivers(),
        LocalDate.parse("2026-06-01"));
  }

  private Optional<CaseStatus> status(List<Shift> shifts, Attempt... attempts) {
    return new StatusFinder(3, ERROR)
        .of(
            new TrendHistory.Measured("http/record", "recorder"),
            new CaseRuns(List.of(history()), List.of(attempts)),
            METRICS,
            shifts);
  }

  private CaseHistory history() {
    return new CaseHistory("http/record", "recorder", "ab12", runs);
  }

  private void runs(int count, double p95) {
    for (int i = 0; i < count; i++) {
      int number = runs.size();
      double time = p95 * (1 + 0.02 * random.nextGaussian());
      double rate = 1000 * (1 + 0.002 * random.nextGaussian());
      runs.add(
          new PastCase(
              "r" + number,
              commit(number),
              START.plusSeconds(3600L * number),
              0,
              0,
              metric -> metric == Metric.THROUGHPUT ? rate : time));
    }
  }

  private static String commit(int number) {
    return "c%07d".formatted(number);
  }
}
