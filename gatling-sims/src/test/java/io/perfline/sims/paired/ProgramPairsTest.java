package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ProgramPairsTest {

  private static final PairedDeployment.Endpoints FIRST =
      new PairedDeployment.Endpoints(Environment.named("a"), Environment.named("b"));

  private final List<Boolean> order = new ArrayList<>();
  private final PairTally tally = new PairTally();

  @Test
  void theOrderOfBothSidesAlternatesBetweenPairs() throws Exception {
    measure(load(false, this::requests), 20);

    assertThat(tally.pairs()).hasSize(20);
    for (int i = 0; i < 20; i += 2) {
      List<Boolean> block = order.subList(2 * i, 2 * i + 4);
      boolean first = block.get(0);
      assertThat(block).containsExactly(first, !first, !first, first);
      assertThat(tally.pairs().get(i).candidateFirst()).isEqualTo(first);
      assertThat(tally.pairs().get(i + 1).candidateFirst()).isEqualTo(!first);
    }
    assertThat(order.subList(0, 40).stream().filter(candidate -> candidate)).hasSize(20);
    assertThat(tally.pairs().stream().map(SlicePair::candidateFirst).distinct()).hasSize(2);
    SlicePair pair = tally.pairs().get(0);
    assertThat(pair.candidate().requests()).isEqualTo(3);
    assertThat(pair.baseline().requests()).isEqualTo(5);
    assertThat(pair.candidate().serviceTime().count()).isEqualTo(3);
  }

  @Test
  void onlyServersAreWarmedUpOncePerDeployment() throws Exception {
    ProgramPairs server = load(true, this::requests);
    open(server, pairs -> pairs.warmUp(Duration.ofSeconds(1), new PairTally()));
    open(server, pairs -> pairs.warmUp(Duration.ofSeconds(1), new PairTally()));
    assertThat(order).containsExactly(true, false);

    open(
        load(false, this::requests), pairs -> pairs.warmUp(Duration.ofSeconds(1), new PairTally()));
    assertThat(order).hasSize(2);
  }

  @Test
  void aBenchmarksScoreIsTheTimeOfOneOperation() throws Exception {
    measure(load(false, ProgramPairsTest::benchmark), 1);

    SlicePair pair = tally.pairs().get(0);
    assertThat(pair.candidate().seconds()).isEqualTo(12.5e-9);
    assertThat(pair.baseline().seconds()).isEqualTo(10e-9);
    assertThat(pair.candidate().serverAllocatedBytes()).as("nothing is smaller").isEqualTo(16);
    assertThat(pair.baseline().serverAllocatedBytes()).isEqualTo(40);
  }

  @Test
  void theIntendedRateIsThatOfTheRuns() throws Exception {
    ProgramPairs open =
        load(
            false,
            candidate ->
                requests(candidate).withGenerator(new Generator(0, candidate ? 30.0 : 10.0, 4, 0)));
    measure(open, 3);
    assertThat(open.rate(tally)).isEqualTo(20);

    ProgramPairs closed = load(false, this::requests);
    measure(closed, 1);
    assertThat(closed.rate(tally)).as("one run has no intended rate").isNull();
  }

  @Test
  void aFailedRunEndsTheMeasurement() {
    assertThatThrownBy(
            () ->
                measure(
                    load(
                        false,
                        candidate -> {
                          throw Fault.noVerdict("it failed");
                        }),
                    1))
        .hasMessage("it failed");
    assertThat(tally.pairs()).isEmpty();
  }

  private interface Run {
    CaseResult of(boolean candidate);
  }

  private ProgramPairs load(boolean server, Run run) {
    return new ProgramPairs(
        (endpoints, candidate, elapsed) -> {
          order.add(candidate);
          return run.of(candidate);
        },
        Duration.ofSeconds(1),
        server);
  }

  private void measure(ProgramPairs load, int pairs) throws InterruptedException {
    open(load, source -> source.measure(pairs, 1, tally));
  }

  private static void open(ProgramPairs load, PairedLoader.LoadUser user)
      throws InterruptedException {
    load.open(FIRST, new PairMeter(), new SplittableRandom(7), Progress.NONE, user);
  }

  private CaseResult requests(boolean candidate) {
    int count = candidate ? 3 : 5;
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1000, count);
    TimeDistribution times = TimeDistribution.of(histogram);
    return begun().withCounts(count, count, 0).withTimes(times, times);
  }

  private static CaseResult benchmark(boolean candidate) {
    return begun()
        .withCounts(5, 5, 0)
        .withTimes(null, null)
        .withFigures(
            candidate
                ? Map.of("score.time", 12.5, "score.bytes", 0.1)
                : Map.of("score.rate", 1e8, "score.bytes", 40.0));
  }

  private static CaseResult begun() {
    return CaseResult.of("orders", "service")
        .withPeriod(Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 0)
        .withGenerator(new Generator(0.1, null, 1, 0));
  }
}
