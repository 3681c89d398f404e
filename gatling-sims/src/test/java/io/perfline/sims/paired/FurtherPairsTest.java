package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class FurtherPairsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void addsPairsAndCountsAndKeepsAllSeeds() {
    CaseResult sum =
        FurtherPairs.of(round("7", START, 1, 2), round("9", START.plusSeconds(60), 3, 4));

    assertThat(sum.pairs()).extracting(SlicePair::deployment).containsExactly(1, 2, 3, 4);
    assertThat(sum.requests()).isEqualTo(40);
    assertThat(sum.responseTime().count()).isEqualTo(40);
    assertThat(sum.parameters()).containsEntry("seed", "7,9").containsEntry("slice", "250 ms");
    assertThat(sum.errors()).containsEntry("timeout", 2L);
    assertThat(sum.start()).isEqualTo(START);
    assertThat(sum.throughputPerS()).isEqualTo(40 / (4 * 0.25));
    assertThat(FurtherPairs.deployments(sum)).isEqualTo(4);
  }

  @Test
  void refusesRoundsWithDifferentSettings() {
    CaseResult result = round("7", START, 1);
    CaseResult other = round("9", START, 2).withParameters(Map.of("seed", "9", "slice", "500 ms"));

    assertThatThrownBy(() -> FurtherPairs.of(result, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("500 ms");
  }

  @Test
  void figuresAreMeansOfAllPairs() {
    CaseResult first = round("7", START, 1).withFigures(Map.of("score.time", 125.0));
    CaseResult more = round("9", START, 2, 3, 4).withFigures(Map.of("score.time", 105.0));

    assertThat(FurtherPairs.of(first, more).figures())
        .containsExactly(Map.entry("score.time", 110.0));
  }

  private static CaseResult round(String seed, Instant start, int... deployments) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(200, 10);
    TimeDistribution times = TimeDistribution.of(histogram);
    Slice slice = new Slice(0.25, new Counts(10, 10, 100, 0, times, times));
    List<SlicePair> pairs =
        java.util.Arrays.stream(deployments)
            .mapToObj(number -> new SlicePair(number, true, slice, slice))
            .toList();
    TimeDistribution all = TimeDistribution.merge(Collections.nCopies(pairs.size(), times));
    long requests = 10L * pairs.size();
    return CaseResult.of("paired/record", "recorder")
        .withParameters(Map.of("seed", seed, "slice", "250 ms"))
        .withPeriod(start, start.plusSeconds(10), 0)
        .withCounts(requests, requests, 10 * requests)
        .withErrors(Map.of("timeout", 1L))
        .withTimes(all, all)
        .withGenerator(new Generator(0.5, null, 40, 3))
        .withPairs(pairs);
  }
}
