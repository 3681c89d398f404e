package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.Counts;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.cases.MeasurementChecks;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.ConnectionUse;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.engine.WholeLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorProblemsTest {

  private static final Instant START = Instant.parse("2026-03-04T05:06:07Z");
  private static final Duration TEN = Duration.ofSeconds(10);

  @TempDir Path home;

  @Test
  void aGeneratorStarvedOfCpuMakesTheCaseInvalid() {
    assertThat(MeasurementChecks.of(measured(2000), load(), false)).isEmpty();
    assertThat(MeasurementChecks.of(measured(2001), load(), false))
        .singleElement()
        .asString()
        .contains("was paused for 2.0 of 10.0 s");
  }

  @Test
  void aServerThatTheLoadStopsOnPurposeMayStopAnswering() {
    Measurement silent = nothingBut(Map.of("TimeoutException", 3L));

    assertThat(MeasurementChecks.of(silent, load(), false)).isNotEmpty();
    assertThat(MeasurementChecks.of(silent, load(), true)).isEmpty();
    assertThat(MeasurementChecks.of(nothingBut(Map.of()), load(), true)).isNotEmpty();
  }

  @Test
  void aMeasurementWithoutDueRequestsIsAProblem() {
    assertThat(MeasurementChecks.of(nothingBut(Map.of()), load(), false))
        .containsExactly("no request was due in the 10.0 s that were measured");
  }

  @Test
  void onePauseInAShortLoadIsNotStarvation() {
    assertThat(GeneratorHealth.starvation(900, 1000)).isEmpty();
    assertThat(GeneratorHealth.starvation(1100, 2000)).isNotEmpty();
  }

  @Test
  void fewerConnectionsThanTheLoadNeedsAreAProblem() {
    ConnectionUse busy = new ConnectionUse(20, 20, 50, false, null);

    assertThat(MeasurementChecks.of(waiting(busy), rate(20), false))
        .containsExactly(
            "all 20 connections were busy when 50 requests were due: raise 'connections', or leave"
                + " it out to open as many as the load needs");
    assertThat(
            MeasurementChecks.of(
                waiting(new ConnectionUse(20, 20, 9, false, null)), rate(20), false))
        .isEmpty();
    assertThat(
            MeasurementChecks.of(
                waiting(new ConnectionUse(20, 20, 50, false, "file descriptors")), rate(20), false))
        .singleElement()
        .asString()
        .endsWith("the machine allows no more (file descriptors)");
  }

  @Test
  void aServiceThatKeepsAllConnectionsBusyIsNotAGeneratorProblem() {
    Measurement overload = waiting(new ConnectionUse(1000, 1000, 50, true, null));

    assertThat(MeasurementChecks.of(overload, rate(1000), false)).isEmpty();
    assertThat(overload.isOverload()).isTrue();
    assertThat(waiting(new ConnectionUse(999, 999, 50, false, null)).isOverload()).isFalse();
  }

  @Test
  void aLateShardIsAProblem() {
    Shard shard = new Shard(0, 2, START);

    assertThat(MeasurementChecks.late(shard, START.plusMillis(5000))).isEmpty();
    assertThat(MeasurementChecks.late(shard, START.plusMillis(6500)))
        .containsExactly("the load began 6.5 s late: give it a later --start-at or a longer --gap");
    assertThat(MeasurementChecks.late(Shard.WHOLE, START)).isEmpty();
  }

  @Test
  void aDiskThatFillsUpEndsTheLoad() {
    assertThatCode(() -> new DiskWatch(List.of(home, home.resolve("none")), 1).check(() -> ""))
        .doesNotThrowAnyException();
    DiskWatch full = new DiskWatch(List.of(home), Long.MAX_VALUE);
    assertThatThrownBy(() -> full.check(() -> "the need 'db' uses it"))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("stopped: the disk of " + home)
        .hasMessageContaining("the need 'db' uses it");
  }

  private static Load load() {
    return WholeLoad.closed(1, 1, Duration.ZERO, TEN, TEN);
  }

  private static Measurement measured(double stillMillis) {
    return measured(1, Map.of(), stillMillis);
  }

  private static Load rate(int connections) {
    return WholeLoad.of(Load.Arrivals.CONSTANT, connections, 1, 100, Duration.ZERO, TEN, TEN, 1);
  }

  private static Measurement waiting(ConnectionUse use) {
    return measured(1000, Map.of(), 0, use);
  }

  private static Measurement nothingBut(Map<String, Long> errors) {
    return measured(0, errors, 0);
  }

  private static Measurement measured(long requests, Map<String, Long> errors, double stillMillis) {
    return measured(requests, errors, stillMillis, null);
  }

  private static Measurement measured(
      long requests, Map<String, Long> errors, double stillMillis, ConnectionUse use) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(1000);
    TimeDistribution times = TimeDistribution.of(histogram);
    return new Measurement(
        Duration.ZERO,
        null,
        START,
        START.plus(TEN),
        new Counts(requests, requests, 100 * requests, errors, times, times),
        1,
        0.1,
        Duration.ZERO,
        1,
        null,
        null,
        List.of(),
        new GeneratorHealth(0.5, 700, stillMillis, 3),
        use);
  }
}
