package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the first table of the trends says of a case. */
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
  void theNewestRunAloneIsEnoughWhenItIsFarOff() {
    runs(60, 100);
    runs(1, 130);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.WORSE);
    assertThat(status.afterCommit()).isEqualTo(commit(59));
    assertThat(status.upToCommit()).isEqualTo(commit(60));
    assertThat(status.newest().run()).isEqualTo("r60");
  }

  @Test
  void whatIsAsUsualNamesNoCommit() {
    runs(60, 100);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.AS_USUAL);
    assertThat(status.afterCommit() + status.upToCommit()).isEmpty();
    assertThat(status.change().low()).isNegative();
    assertThat(status.change().high()).isPositive();
  }

  @Test
  void whatBecameFasterIsBetter() {
    runs(60, 100);
    runs(1, 70);

    assertThat(status().state()).isEqualTo(State.BETTER);
  }

  @Test
  void fewRunsSayNothingAndAreNotGreen() {
    runs(5, 100);

    CaseStatus status = status();

    assertThat(status.state()).isEqualTo(State.TOO_FEW_RUNS);
    assertThat(status.change()).isNull();
  }

  @Test
  void aCaseWithoutAnyValidRunStandsNowhere() {
    assertThat(new StatusFinder(3, ERROR).of(List.of(history()), METRICS, List.of())).isEmpty();
  }

  private CaseStatus status() {
    Trend trend = new Trend(new KnownShifts(List.of(), LocalDate.parse("2026-06-01")), 3, ERROR);
    List<Shift> shifts =
        METRICS.stream().flatMap(metric -> trend.shifts(history(), metric).stream()).toList();
    return new StatusFinder(3, ERROR).of(List.of(history()), METRICS, shifts).orElseThrow();
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
    return "c%05d".formatted(number);
  }
}
