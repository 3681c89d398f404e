package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.history.Shift.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.thresholds.Waiver;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TrendTest {

  private static final LocalDate TODAY = LocalDate.parse("2026-06-01");
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final double ERROR = 1e-4;

  @Test
  void datesAShiftToARangeThatContainsIt() {
    Shift shift = only(shifts(Metric.RESPONSE_TIME_P95, 60, 100, 60, 120));

    assertThat(shift.state()).isEqualTo(State.NEW);
    assertThat(shift.changePercent()).isBetween(17.0, 23.0);
    assertThat(shift.before()).isBetween(98.0, 102.0);
    assertThat(shift.runs()).isBetween(58, 62);
    assertThat(shift.afterCommit()).isLessThan(commit(60));
    assertThat(shift.upToCommit()).isGreaterThanOrEqualTo(commit(60));
    assertThat(shift.likeliest().commit()).isBetween(commit(58), commit(62));
  }

  @Test
  void findsNoShiftWithoutAChange() {
    assertThat(shifts(Metric.RESPONSE_TIME_P95, 500, 100)).isEmpty();
  }

  @Test
  void slowerIsWorseAndMoreThroughputIsBetter() {
    assertThat(only(shifts(Metric.RESPONSE_TIME_P95, 50, 100, 50, 80)).state())
        .isEqualTo(State.BETTER);
    assertThat(only(shifts(Metric.THROUGHPUT, 50, 100, 50, 80)).state()).isEqualTo(State.NEW);
    assertThat(only(shifts(Metric.THROUGHPUT, 50, 100, 50, 120)).state()).isEqualTo(State.BETTER);
  }

  @Test
  void aRevertedShiftIsNotNew() {
    assertThat(shifts(Metric.RESPONSE_TIME_P95, 50, 100, 50, 130, 50, 100))
        .extracting(Shift::state)
        .containsExactly(State.UNDONE, State.BETTER);
  }

  @Test
  void aWaiverKnowsAShiftUntilItsEnd() {
    String waiver =
        "{shift: '%s', case: kafka/*/*, metric: response_time.p95, until: 2026-12-31,"
            + " issue: P-1, reason: driver}";
    String known = waiver.formatted(commit(60));

    assertThat(state(known)).isEqualTo(State.KNOWN);
    assertThat(state(known.replace("2026-12-31", "2026-05-31"))).isEqualTo(State.NEW);
    assertThat(state(waiver.formatted(commit(7)))).isEqualTo(State.NEW);
    assertThat(state(known.replace("kafka/*/*", "http/*"))).isEqualTo(State.NEW);
    assertThat(state(known.replace("response_time.p95", "throughput"))).isEqualTo(State.NEW);
  }

  @Test
  void leavesOutSmallerShiftsThanRequested() {
    assertThat(shifts(Metric.RESPONSE_TIME_P95, 200, 100, 200, 102)).isEmpty();
  }

  @Test
  void aShiftFromZeroIsWorseAndOneWithinZerosIsNone() {
    Shift shift = only(shifts(Metric.SCORE_BYTES, 20, 0, 20, 48));

    assertThat(shift.state()).isEqualTo(State.NEW);
    assertThat(shift.before()).isZero();
    assertThat(TrendTable.of(List.of(shift), 1, 40)).contains("+∞ %: 0 B/op -> 4");
    assertThat(shifts(Metric.SCORE_BYTES, 40, 0)).isEmpty();
    assertThat(TrendTable.of(List.of(), 1, 40)).startsWith("No level shifts in 1 histories of 40 ");
  }

  @Test
  void theTableNamesTheShiftAndTheCommits() {
    List<Shift> shifts = shifts(Metric.RESPONSE_TIME_P95, 60, 100, 60, 120);

    assertThat(TrendTable.of(shifts, 1, 120))
        .startsWith("Level shifts: 1 new, in 1 histories of 120 measured cases.")
        .contains("new     kafka/batch_size/256 (direct) response_time.p95 +")
        .contains("git log ");
  }

  private static State state(String waiver) {
    List<Waiver> waivers =
        ThresholdsFile.read(
                "t.yml",
                """
                version: 1
                thresholds:
                  - {id: t, case: a, metric: throughput, pass: ">= 1 msg/s"}
                waivers: [%s]
                """
                    .formatted(waiver))
            .waivers();
    Trend trend = new Trend(new KnownShifts(waivers, TODAY), 3, ERROR);
    CaseHistory history = history(60, 100, 60, 130);
    return only(trend.shifts(history, Metric.RESPONSE_TIME_P95)).state();
  }

  private static List<Shift> shifts(Metric metric, double... runsAndLevels) {
    return new Trend(new KnownShifts(List.of(), TODAY), 3, ERROR)
        .shifts(history(runsAndLevels), metric);
  }

  private static Shift only(List<Shift> shifts) {
    assertThat(shifts).hasSize(1);
    return shifts.get(0);
  }

  /** Returns consecutive levels, each with a number of runs, with noise of 3 %. */
  private static CaseHistory history(double... runsAndLevels) {
    Random random = new Random(5);
    List<PastCase> runs = new ArrayList<>();
    for (int i = 0; i < runsAndLevels.length; i += 2) {
      for (int j = 0; j < runsAndLevels[i]; j++) {
        double value = runsAndLevels[i + 1] * (1 + 0.03 * random.nextGaussian());
        int number = runs.size();
        runs.add(
            new PastCase(
                "r" + number,
                commit(number),
                START.plusSeconds(3600L * number),
                1000,
                0,
                metric -> value));
      }
    }
    return new CaseHistory("kafka/batch_size/256", "direct", "ab12", runs);
  }

  private static String commit(int number) {
    return String.format(Locale.ROOT, "%040x", 0xabc0000 + number);
  }
}
