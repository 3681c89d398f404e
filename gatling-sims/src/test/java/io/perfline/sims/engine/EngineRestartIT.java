package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads a service that is still warming up during the measurement. */
@Timeout(120)
class EngineRestartIT {

  private static final int SHORT = 5;
  private static final long COLD_MILLIS = 300;

  private final ScheduledExecutorService delays = Executors.newScheduledThreadPool(1);
  @AutoClose private final FakeServer server;

  EngineRestartIT(@TempDir Path folder) {
    server = new FakeServer(folder);
  }

  /** Lets response times fall by 5 % or 15 % per second until the service is warm. */
  private Measurement measured(long warmMillis, int seconds) throws Exception {
    long begin = System.nanoTime();
    double left = seconds == SHORT ? 0.85 : 0.95;
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            1,
            1,
            0,
            Duration.ofMillis(100),
            Duration.ofMillis(100),
            Duration.ofSeconds(seconds),
            Duration.ofSeconds(2),
            1,
            Shard.WHOLE);
    try {
      return server.run(
          load,
          (request, listener) -> {
            var scheduled =
                delays.schedule(
                    () -> listener.succeeded(request, 1, 100),
                    Math.max(
                        warmMillis,
                        Math.round(
                            COLD_MILLIS * Math.pow(left, (System.nanoTime() - begin) / 1e9))),
                    TimeUnit.MILLISECONDS);
            assertThat(scheduled.isCancelled()).isFalse();
          });
    } finally {
      delays.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SHORT, MeasuredTrend.MIN_INTERVALS + 1})
  void restartsTheMeasurementUntilTheServiceIsWarm(int seconds) throws Exception {
    Measurement measurement = measured(seconds == SHORT ? 100 : 170, seconds);

    assertThat(measurement.steady()).isTrue();
    assertThat(measurement.warmUp()).isGreaterThan(Duration.ofSeconds(seconds - 1));
    assertThat(Duration.between(measurement.start(), measurement.end()))
        .isEqualTo(Duration.ofSeconds(seconds));
    assertThat(server.written().column(1)).isEqualTo(measurement.requests()).isPositive();
    assertThat(measurement.acknowledged()).isEqualTo(server.sent());
  }

  @Test
  void reportsALoadThatNeverGetsSteady() throws Exception {
    Measurement measurement = measured(1, SHORT);

    assertThat(measurement.steady()).isFalse();
    assertThat(measurement.warmUp()).isLessThan(Duration.ofSeconds(3 * SHORT));
  }
}
