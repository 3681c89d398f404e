package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.WarmUps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WarmUpCheckTest {

  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final Duration MAX = Duration.ofSeconds(60);
  private static final DoubleUnaryOperator LEVEL = second -> 1_000;

  /** Half a core for 15 seconds, as in a Spring Boot service, then almost nothing. */
  private static final DoubleUnaryOperator COMPILING = second -> second <= 15 ? 0.5 : 0.01;

  @Test
  void lastsUntilTheCompilersOfBothBuildsAreIdle() {
    WarmUpCheck check = check(Duration.ofSeconds(2));

    load(check, LEVEL, second -> 300, second -> second <= 4 ? 0.5 : 0, COMPILING);

    WarmUps.OfDeployment result = check.result(3, Duration.ZERO);
    assertThat(result.deployment()).isEqualTo(3);
    assertThat(result.seconds()).isBetween(17.0, 19.0);
    assertThat(result.candidateS()).isBetween(6.0, 8.0);
    assertThat(result.baselineS()).isEqualTo(result.seconds());
    assertThat(result.isComplete()).isTrue();
  }

  @Test
  void lastsAsLongAsTheShortestWarmUp() {
    WarmUpCheck check = check(Duration.ofSeconds(10));

    load(check, LEVEL, second -> 300, second -> 0, second -> 0);

    assertThat(check.elapsed()).isEqualTo(Duration.ofSeconds(10));
    assertThat(check.result(1, Duration.ofSeconds(2)).candidateS()).isEqualTo(5);
    assertThat(check.result(1, Duration.ofSeconds(2)).seconds()).isEqualTo(12);
  }

  @Test
  void endsAtTheMaximumIfTheCompilerNeverRests() {
    WarmUpCheck check = check(Duration.ofSeconds(2));

    load(check, LEVEL, second -> 300, second -> 0, second -> 0.2);

    assertThat(check.elapsed()).isEqualTo(MAX);
    assertThat(check.result(1, Duration.ZERO).candidateS()).isNotNull();
    assertThat(check.result(1, Duration.ZERO).baselineS()).isNull();
    assertThat(check.result(1, Duration.ZERO).isComplete()).isFalse();
  }

  @Test
  void lastsWhileServiceTimesOrCostsFallWithoutACompiler() {
    DoubleUnaryOperator falling = second -> second < 20 ? 2_000 - 80 * second : 400;
    WarmUpCheck times = check(Duration.ofSeconds(2));
    load(times, falling, second -> 300, null, null);
    WarmUpCheck costs = check(Duration.ofSeconds(2));
    load(costs, LEVEL, falling, null, null);

    assertThat(times.elapsed()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(23));
    assertThat(costs.elapsed()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(23));
  }

  @Test
  void isNotProlongedByAServiceThatOnlyFails() {
    WarmUpCheck check = check(Duration.ofSeconds(2));

    load(check, second -> Double.NaN, second -> Double.NaN, second -> 0, second -> 0);

    assertThat(check.elapsed()).isLessThan(Duration.ofSeconds(5));
  }

  private static WarmUpCheck check(Duration min) {
    return new WarmUpCheck(min, MAX, WarmUpCheck.WINDOWS, 0.0, 0.0);
  }

  private static void load(
      WarmUpCheck check,
      DoubleUnaryOperator serviceTimeUs,
      DoubleUnaryOperator cpuUs,
      DoubleUnaryOperator candidateCompiler,
      DoubleUnaryOperator baselineCompiler) {
    double candidate = 0;
    double baseline = 0;
    for (double second = 0.5; !check.isOver() && second < 200; second += 0.5) {
      Slice slice = slice(serviceTimeUs.applyAsDouble(second), cpuUs.applyAsDouble(second));
      candidate += candidateCompiler == null ? 0 : 5e5 * candidateCompiler.applyAsDouble(second);
      baseline += baselineCompiler == null ? 0 : 5e5 * baselineCompiler.applyAsDouble(second);
      check.add(
          WINDOW,
          List.of(new SlicePair(0, true, slice, slice)),
          candidateCompiler == null ? null : (Double) candidate,
          baselineCompiler == null ? null : (Double) baseline);
    }
  }

  private static Slice slice(double serviceTimeUs, double cpuUs) {
    Histogram times = new Histogram(3);
    int requests = Double.isNaN(serviceTimeUs) ? 0 : 10;
    for (int i = 0; i < requests; i++) {
      times.recordValue(Math.round(serviceTimeUs));
    }
    TimeDistribution distribution = TimeDistribution.of(times);
    Double cpu = Double.isNaN(cpuUs) ? null : (Double) (cpuUs * requests);
    Map<String, Long> errors = requests == 0 ? Map.of("connection refused", 10L) : Map.of();
    return new Slice(
        0.25,
        new Counts(requests, requests, 0, errors, distribution, distribution),
        cpu,
        null,
        cpu);
  }
}
