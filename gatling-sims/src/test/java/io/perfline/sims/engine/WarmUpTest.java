package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests series of windows, each a twentieth of the minimum warm-up. */
class WarmUpTest {

  private static final long WINDOW = Duration.ofMillis(100).toNanos();
  private static final long NEVER = -1;
  private static final int MAX_WINDOWS = 200;
  private static final int SEEDS = 200;

  private final Random random = new Random(11);

  @Test
  void endsSoonUnderASteadyLoadButNotBeforeTheMinimum() {
    int atOnce = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      long windows = windowsUntilSteady(i -> 100 + 5 * random.nextGaussian());
      assertThat(windows).isBetween(20L, 100L);
      atOnce += windows == 20 ? 1 : 0;
    }
    // One false alarm in ten.
    assertThat(atOnce).isGreaterThan(SEEDS * 8 / 10);
  }

  @Test
  void waitsForTheJitCompiler() {
    for (int seed = 0; seed < SEEDS; seed++) {
      long windows =
          windowsUntilSteady(i -> 100 + 900 * Math.exp(-i / 15.0) + 5 * random.nextGaussian());
      // After the 80th window the excess is below the noise; the last 20 windows must show it.
      assertThat(windows).isBetween(60L, 160L);
    }
  }

  @Test
  void waitsUntilALevelShiftIsOver() {
    long windows = windowsUntilSteady(i -> (i < 11 ? 300 : 100) + 5 * random.nextGaussian());

    assertThat(windows).isBetween(22L, 60L);
  }

  @Test
  void ignoresPauses() {
    long windows = windowsUntilSteady(i -> i % 7 == 3 ? 20_000 : 100 + 5 * random.nextGaussian());

    assertThat(windows).isBetween(20L, 60L);
  }

  @Test
  void aGrowingQueueIsNotSteady() {
    assertThat(windowsUntilSteady(i -> 100 + 3 * i + 5 * random.nextGaussian())).isEqualTo(NEVER);
  }

  @Test
  void aLoadWithoutResponsesIsNotSteady() {
    assertThat(windowsUntilSteady(i -> Double.NaN)).isEqualTo(NEVER);
  }

  @Test
  void aLoadWithOccasionalResponsesCanBeSteady() {
    long windows = windowsUntilSteady(i -> i % 3 == 0 ? Double.NaN : 100);

    assertThat(windows).isEqualTo(20);
  }

  @Test
  void countsFromTheEndOfAShortenedWarmUp() {
    VirtualTicker ticker = new VirtualTicker();
    long begin = ticker.now();
    long second = 1_000_000_000;
    MeasuredPeriod period = new MeasuredPeriod(begin, begin + 10 * second, begin + 14 * second);
    InFlightRequests inFlight = new InFlightRequests(ticker, 100, true);
    inFlight.plan(period);
    Load load =
        WholeLoad.of(
            Load.Arrivals.CONSTANT,
            1,
            100,
            1000,
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            Duration.ofSeconds(5),
            1);
    ticker.at(
        begin + 3 * second,
        () -> {
          period.moveTo(begin + 3 * second + second / 2);
          inFlight.plan(period);
        });

    new ConnectionSender(
            ticker, period, inFlight, answering(ticker, inFlight), load.schedule(0), load.timeout())
        .run();
    ticker.runDry();

    CountedInterval interval = inFlight.tally().take();
    assertThat(interval.requests()).isEqualTo(4000);
    assertThat(inFlight.sentInPeriod()).isEqualTo(4000);
    assertThat(inFlight.acknowledged()).isEqualTo(7500);
    assertThat(period.until()).isEqualTo(begin + 7 * second + second / 2);
  }

  private static Connection answering(VirtualTicker ticker, InFlightRequests inFlight) {
    return new Connection() {
      @Override
      public void send(long request) {
        ticker.at(ticker.now() + 2_000_000, () -> inFlight.succeeded(request, 1, 100));
      }

      @Override
      public void close() {
        // Nothing to close.
      }
    };
  }

  private static long windowsUntilSteady(IntToDoubleFunction meanMicros) {
    Load load =
        WholeLoad.closed(
            1,
            1,
            Duration.ofNanos(MannKendall.WINDOWS * WINDOW),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    WarmUp warmUp =
        new WarmUp(load, new MeasuredPeriod(0, Long.MAX_VALUE / 2, Long.MAX_VALUE / 2 + 1));
    for (int i = 1; i <= MAX_WINDOWS; i++) {
      double mean = meanMicros.applyAsDouble(i);
      if (!Double.isNaN(mean)) {
        warmUp.add(10, (long) (10_000 * mean));
      }
      assertThat(warmUp.isSteady(i * WINDOW - 1, List.of())).isFalse();
      if (warmUp.isSteady(i * WINDOW, List.of())) {
        return i;
      }
    }
    return NEVER;
  }
}
