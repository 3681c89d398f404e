package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long the engine warms up and what it reports about it. */
@Timeout(60)
class EngineWarmUpTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);

  @AutoClose private final FakeServer server;

  EngineWarmUpTest(@TempDir Path folder) {
    server = new FakeServer(folder);
  }

  @Test
  void warmsUpUntilSteadyAndReportsTheTime() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            2,
            4,
            0,
            Duration.ofMillis(200),
            Duration.ofSeconds(40),
            Duration.ofMillis(500),
            TIMEOUT,
            1,
            Shard.WHOLE);

    Measurement measurement = server.run(load, server::answer);

    assertThat(measurement.steady()).isTrue();
    assertThat(measurement.warmUp()).isBetween(Duration.ofMillis(200), Duration.ofSeconds(40));
    assertThat(Duration.between(measurement.start(), measurement.end()))
        .isEqualTo(Duration.ofMillis(500));
    assertThat(server.written().column(1)).isEqualTo(measurement.requests()).isPositive();
    assertThat(measurement.acknowledged()).isEqualTo(3 * server.sent());
  }

  @Test
  void measuresAnUnsteadyLoadAfterTheLongestWarmUpAndReportsIt() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            1,
            1,
            0,
            Duration.ofMillis(50),
            Duration.ofMillis(300),
            Duration.ofMillis(500),
            TIMEOUT,
            1,
            Shard.WHOLE);

    Measurement measurement =
        server.run(load, (request, listener) -> listener.failed(request, "busy"));

    assertThat(measurement.steady()).isFalse();
    assertThat(measurement.warmUp()).isEqualTo(Duration.ofMillis(300));
    assertThat(measurement.errors()).containsOnlyKeys("busy");
  }

  @Test
  void allShardsWarmUpForTheMinimumTime() throws Exception {
    Load load =
        new Load(
            Load.Arrivals.CLOSED,
            2,
            1,
            0,
            Duration.ofMillis(100),
            Duration.ofSeconds(40),
            Duration.ofMillis(200),
            TIMEOUT,
            1,
            new Shard(0, 2, Clock.systemUTC().instant()));

    Measurement measurement =
        server.run(load, (request, listener) -> listener.succeeded(request, 3, 300));

    assertThat(measurement.steady()).isNull();
    assertThat(measurement.warmUp()).isEqualTo(Duration.ofMillis(100));
  }
}
