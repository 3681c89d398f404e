package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a build with occasional pauses. */
class StallsTest {

  private static final int PAIRS = 100;
  private static final String LIMIT = PairedRuns.limit("stalls", "<= +20 %");

  @ParameterizedTest(name = "{0} slices with {2} µs against {1} → {3}")
  @CsvSource({
    "0, 0, 300000, within_pass",
    "2, 0, 300000, within_pass", // chance
    "3, 0, 300000, undecided",
    "4, 0, 300000, undecided",
    "8, 0, 300000, likely_broken",
    "25, 0, 300000, broken",
    "25, 20, 300000, undecided",
    "100, 100, 300000, undecided",
    "0, 20, 300000, within_pass",
    "25, 0, 190000, within_pass", // not yet a stall
  })
  void stalledSlicesAreComparedAsCounts(int candidate, int baseline, long us, String finding) {
    Line line = judge(10_000, candidate, baseline, us);

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.value()).as(line.reason()).isFinite();
    assertThat(line.samples()).isEqualTo(PAIRS);
    assertThat(line.reason())
        .contains(
            us < 200_000
                ? "0 of 100 against 0 of 100"
                : "%d of 100 against %d of 100".formatted(candidate, baseline));
  }

  @Test
  void aStallTakesAtLeastTenTimesTheUsualTime() {
    assertThat(judge(50_000, 25, 0, 490_000).finding()).isEqualTo(Finding.WITHIN_PASS);
    assertThat(judge(50_000, 25, 0, 510_000).finding()).isEqualTo(Finding.EXCEEDED);
    assertThat(judge(500_000, 0, 0, 0).finding()).isEqualTo(Finding.WITHIN_PASS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stalls, pass: '<= 5 %'", "stalls, pass: '<= +5 %', baseline: main"})
  void stallsAreOnlyComparedInPairs(String limit) {
    String text =
        """
        version: 1
        thresholds:
          - {id: a, case: a, metric: %s}
          - {id: b, case: a, metric: cpu, pass: '<= +5 %%', baseline: main}
        baselines:
          main: {branch: main}
        """
            .formatted(limit);

    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", text))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("t.yml:3")
        .hasMessageContaining("stalls can be compared only in pairs");
  }

  private static Line judge(long usualUs, int candidate, int baseline, long us) {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(
          new SlicePair(
              1 + i / 50,
              i % 2 == 0,
              slice(usualUs, isOne(candidate, i) ? us : usualUs),
              slice(usualUs, isOne(baseline, i) ? us : usualUs)));
    }
    return PairedRuns.only(PairedRuns.run(PairedRuns.plain().withPairs(pairs)), LIMIT);
  }

  /** Distributes a number of events evenly. */
  private static boolean isOne(int all, int i) {
    return all * (i + 1) / PAIRS > all * i / PAIRS;
  }

  private static Slice slice(long usualUs, long longestUs) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(usualUs, 99);
    histogram.recordValue(longestUs);
    TimeDistribution times = TimeDistribution.of(histogram);
    return new Slice(0.5, new Counts(100, 100, 10_000, 0, times, times));
  }
}
