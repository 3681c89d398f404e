package io.perfline.sims.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.Unchanged;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ShardedPairsTest {

  @Test
  void addsTheSlicesOfAllGenerators() {
    List<SlicePair> sum =
        ShardedPairs.of(
            List.of(
                paired(pair(1, true, 10, 900.0), pair(2, false, 20, null)),
                paired(pair(1, true, 30, 1100.0), pair(2, false, 40, null))));

    assertThat(sum).hasSize(2);
    assertThat(sum.get(0).candidateFirst()).isTrue();
    Slice first = sum.get(0).candidate();
    assertThat(first.requests()).isEqualTo(40);
    assertThat(first.errorCount()).isEqualTo(2);
    assertThat(first.serviceTime().count()).isEqualTo(40);
    assertThat(first.seconds()).isEqualTo(0.25);
    assertThat(first.serverCpuUs()).as("each reads the whole server").isEqualTo(1000.0);
    assertThat(sum.get(1).candidate().serverCpuUs()).isNull();
  }

  @Test
  void leavesOutPairsThatAGeneratorMissedOrReordered() {
    List<CaseResult> shards =
        List.of(
            paired(pair(1, true, 10, 1.0), pair(1, true, 10, 1.0), pair(1, true, 10, 1.0)),
            paired(pair(1, true, 10, 1.0), missed(), pair(1, false, 10, 1.0)));
    List<SlicePair> sum = ShardedPairs.of(shards);

    assertThat(sum).hasSize(1);
    assertThat(ShardedPairs.problem(shards, sum)).get().asString().contains("in only 1 of 3 pairs");
  }

  @Test
  void leavesOutPairsInWhichNothingWasDueInAnOpenModel() {
    SlicePair pause = new SlicePair(1, true, empty(), empty());
    List<CaseResult> open =
        List.of(atRate(5.0, pair(1, true, 10, 1.0), pause), atRate(5.0, pause, pause));
    assertThat(ShardedPairs.of(open)).hasSize(1);
    assertThat(ShardedPairs.problem(open, ShardedPairs.of(open))).isEmpty();

    List<CaseResult> closed =
        List.of(atRate(null, pair(1, true, 10, 1.0), pause), atRate(null, pause, pause));
    assertThat(ShardedPairs.of(closed)).hasSize(2);
  }

  private static CaseResult atRate(Double rate, SlicePair... pairs) {
    return paired(pairs).withGenerator(new Generator(0.1, rate, 5, 1));
  }

  private static Slice empty() {
    TimeDistribution none = TimeDistribution.merge(List.of());
    return new Slice(0.25, new Counts(0, 0, 0, 0, none, none));
  }

  @Test
  void aGeneratorThatEndedEarlyIsAProblem() {
    List<CaseResult> shards =
        List.of(
            paired(pair(1, true, 1, 1.0), pair(1, true, 1, 1.0)), paired(pair(1, true, 1, 1.0)));
    assertThat(ShardedPairs.problem(shards, ShardedPairs.of(shards))).isPresent();
  }

  @Test
  void onlyComparedCasesHavePairs() {
    CaseResult unchanged = Shards.at(Instant.EPOCH, 1, "recorder").with(new Unchanged("equal"));
    CaseSum.Part part = new CaseSum.Part("1/2", unchanged);
    assertThat(ShardedPairs.of(List.of(unchanged, unchanged))).isEmpty();
    assertThat(CaseSum.of(List.of(part, part)).unchanged()).isEqualTo("equal");
    CaseResult other = CaseResult.of("a", "service");
    assertThat(ShardedPairs.of(List.of(other, other))).isEmpty();
    assertThat(ShardedPairs.problem(List.of(other, other), List.of())).isEmpty();
  }

  private static CaseResult paired(SlicePair... pairs) {
    return CaseResult.of("paired/a", "service").withPairs(List.of(pairs));
  }

  private static SlicePair pair(int deployment, boolean first, int requests, Double cpu) {
    return new SlicePair(deployment, first, slice(requests, cpu), slice(requests, cpu));
  }

  private static SlicePair missed() {
    TimeDistribution none = TimeDistribution.merge(List.of());
    Slice slice = new Slice(0, new Counts(0, 0, 0, 0, none, none));
    return new SlicePair(1, true, slice, slice);
  }

  private static Slice slice(int requests, Double cpu) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < requests; i++) {
      histogram.recordValue(100 + i);
    }
    TimeDistribution times = TimeDistribution.of(histogram);
    return new Slice(0.25, new Counts(requests, requests, 0, 1, times, times), cpu, cpu, cpu);
  }
}
