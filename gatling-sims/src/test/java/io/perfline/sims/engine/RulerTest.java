package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.engine.Load.Arrivals;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * Tests the measurement itself in virtual time: it must reproduce the simulated response times
 * within 1 % or 200 µs.
 */
class RulerTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private final VirtualTicker ticker = new VirtualTicker();

  @Test
  void reproducesAKnownDistribution() {
    long[] times = exponential(20_000, 3 * MILLI);
    int[] next = new int[1];

    CountedInterval interval =
        measure(ticker, load(Arrivals.POISSON, 1000, 20, 10_000), t -> t + times[next[0]++]);

    // The warm-up's requests are not in the result.
    int warmUp = next[0] - (int) interval.requests();
    long[] counted = Arrays.copyOfRange(times, warmUp, next[0]);
    Arrays.sort(counted);
    assertSame(interval.response(), counted);
    assertSame(interval.service(), counted);
  }

  @Test
  void includesAFrozenServersPauseInResponseTimes() {
    long service = 500 * MICRO;
    long begin = ticker.now();

    CountedInterval interval =
        measure(
            ticker,
            load(Arrivals.CONSTANT, 1000, 20, 10_000),
            t -> thawed(t - begin) + begin + service);

    // Requests wait between 0 and 1 s in one of ten seconds: P(wait > x) = 0.1 · (1 − x).
    assertTime(interval.response().getValueAtPercentile(50), service);
    assertTime(interval.response().getValueAtPercentile(99), 900 * MILLI + service);
    assertTime(interval.response().getMaxValue(), SECOND + service);
  }

  @Test
  void includesTheWaitOfUnsentRequests() {
    long service = 500 * MICRO;
    long begin = ticker.now();

    CountedInterval interval =
        measure(
            ticker, load(Arrivals.CONSTANT, 1000, 20, 1), t -> thawed(t - begin) + begin + service);

    long[] expected = oneAtATime(1000, 1, 21, service);
    assertSame(interval.response(), expected);
    assertTime(interval.service().getValueAtPercentile(99), service);
  }

  @Test
  void aClosedModelSendsTheNextRequestAfterTheResponse() {
    CountedInterval interval =
        measure(
            ticker,
            WholeLoad.closed(1, 4, seconds(1), seconds(10), seconds(5)),
            t -> t + 2 * MILLI);

    assertThat(interval.requests()).isBetween(4 * 4999L, 4 * 5000L);
    assertTime(interval.response().getMaxValue(), 2 * MILLI);
  }

  @Test
  void aStarvedGeneratorReportsThatItSentTooLittle() {
    VirtualTicker busy = new VirtualTicker(2 * MILLI);
    Load load = load(Arrivals.CONSTANT, 1000, 10, 10_000);
    InFlightRequests inFlight = run(busy, load, t -> t + MILLI);

    assertThat(inFlight.sentInPeriod() / 10.0).isLessThan(0.95 * 1000);
  }

  private static CountedInterval measure(
      VirtualTicker ticker, Load load, LongUnaryOperator answer) {
    return run(ticker, load, answer).tally().take();
  }

  /**
   * Runs one connection to its end.
   *
   * @param answer returns when a request is answered, given when it was sent
   */
  private static InFlightRequests run(VirtualTicker ticker, Load load, LongUnaryOperator answer) {
    long begin = ticker.now();
    long from = begin + load.warmUp().toNanos();
    MeasuredPeriod period = new MeasuredPeriod(begin, from, from + load.duration().toNanos());
    InFlightRequests inFlight = new InFlightRequests(ticker, load.inFlight(), load.open());
    inFlight.plan(period);
    Connection server =
        new Connection() {
          @Override
          public void send(long request) {
            ticker.at(answer.applyAsLong(ticker.now()), () -> inFlight.succeeded(request, 1, 100));
          }

          @Override
          public void close() {
            // Nothing to close.
          }
        };
    Load.Schedule schedule = load.open() ? load.schedule(0) : null;
    new ConnectionSender(ticker, period, inFlight, server, schedule, load.timeout()).run();
    ticker.runDry();
    return inFlight;
  }

  private static Load load(Arrivals arrivals, double rate, int seconds, int inFlight) {
    return WholeLoad.of(arrivals, 1, inFlight, rate, seconds(1), seconds(seconds), seconds(5), 42);
  }

  private static Duration seconds(int count) {
    return Duration.ofSeconds(count);
  }

  /** Simulates a server that pauses in the first second of every ten. */
  private static long thawed(long sinceBegin) {
    long inPeriod = sinceBegin % (10 * SECOND);
    return inPeriod < SECOND ? sinceBegin - inPeriod + SECOND : sinceBegin;
  }

  /** Returns the response times of a single-server queue that freezes. */
  private static long[] oneAtATime(int rate, int fromSecond, int untilSecond, long service) {
    long[] times = new long[rate * (untilSecond - fromSecond)];
    long free = 0;
    for (int i = 0; i < rate * untilSecond; i++) {
      long arrival = i * SECOND / rate;
      free = thawed(Math.max(arrival, free)) + service;
      if (i >= rate * fromSecond) {
        times[i - rate * fromSecond] = free - arrival;
      }
    }
    Arrays.sort(times);
    return times;
  }

  private static long[] exponential(int count, long mean) {
    SplittableRandom random = new SplittableRandom(7);
    long[] times = new long[2 * count];
    Arrays.setAll(times, i -> (long) (-Math.log1p(-random.nextDouble()) * mean));
    return times;
  }

  private static void assertSame(Histogram seen, long[] sortedNanos) {
    assertThat(seen.getTotalCount()).isEqualTo(sortedNanos.length);
    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      int rank = (int) Math.ceil(percentile / 100 * sortedNanos.length) - 1;
      assertTime(seen.getValueAtPercentile(percentile), sortedNanos[rank]);
    }
  }

  private static void assertTime(long seenMicros, long expectedNanos) {
    double expected = expectedNanos / 1e3;
    assertThat((double) seenMicros).isCloseTo(expected, within(Math.max(200, expected / 100)));
  }
}
