package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.engine.ConnectionUse;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.server.CostReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Tests the sum of a comparison's pairs. */
class PairTallyTest {

  private static final CostReading NO_COST = new CostReading(null, null, null);

  @Test
  void reportsBusyFixedConnectionsOfEachSide() {
    assertThat(problems(new ConnectionUse(2, 2, 3, false, null), null))
        .containsExactly(
            "candidate: all 2 connections were busy when 6 requests were due: raise 'connections',"
                + " or leave it out to open as many as the load needs");
    assertThat(problems(null, new ConnectionUse(2, 2, 3, false, "file descriptors")))
        .containsExactly(
            "baseline: all 2 connections were busy when 6 requests were due: the machine allows no"
                + " more (file descriptors)");
    assertThat(problems(new ConnectionUse(2, 2, 0, false, null), null)).isEmpty();
    assertThat(problems(new ConnectionUse(900, 900, 3, true, null), null))
        .as("a service that can't take the rate")
        .isEmpty();
  }

  @Test
  void theMeanOfFiguresCountsZeros() {
    PairTally tally = new PairTally();
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    CaseResult run =
        CaseResult.of("jmh/codec", "SERVICE")
            .withPeriod(start, start.plusSeconds(1), 0)
            .withCounts(1, 1, 0)
            .withGenerator(new Generator(0, null, 1, 0));
    SlicePair pair =
        new SlicePair(
            1, true, PairTally.slice(slice(null), NO_COST), PairTally.slice(slice(null), NO_COST));
    for (double bytes : new double[] {0, 48, 48}) {
      tally.add(pair, run.withFigures(Map.of("score.bytes", bytes)), run);
    }
    CaseResult begun =
        CaseResult.of("paired/a", "SERVICE").withPeriod(start, start.plusSeconds(1), 0);

    assertThat(tally.result(begun, null, List.of(), "none").figures())
        .containsEntry("score.bytes", 32.0);
  }

  /** Returns the problems of two pairs with 100 requests per side. */
  private static List<String> problems(ConnectionUse candidate, ConnectionUse baseline) {
    PairTally tally = new PairTally();
    for (int i = 0; i < 2; i++) {
      SliceMeasurement one = slice(candidate);
      SliceMeasurement other = slice(baseline);
      SlicePair pair =
          new SlicePair(1, true, PairTally.slice(one, NO_COST), PairTally.slice(other, NO_COST));
      tally.add(pair, one, other, Duration.ofMillis(500));
    }
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    CaseResult begun =
        CaseResult.of("paired/a", "SERVICE").withPeriod(start, start.plusSeconds(1), 0);
    return tally.result(begun, 100.0, List.of(), "none").problems();
  }

  private static SliceMeasurement slice(ConnectionUse use) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1000, 100);
    TimeDistribution times = TimeDistribution.of(histogram);
    return new SliceMeasurement(1, new Counts(100, 100, 100, 0, times, times), 100, use);
  }
}
