package io.perfline.gate.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.influxdb.InfluxDBException;
import org.influxdb.InfluxDBIOException;
import org.junit.jupiter.api.Test;

class RetryTest {

  private final List<Duration> slept = new ArrayList<>();
  private final Retry retry =
      new Retry(List.of(Duration.ofMillis(1), Duration.ofMillis(2)), slept::add);

  @Test
  void retriesWithIncreasingPausesUntilItSucceeds() {
    AtomicInteger tries = new AtomicInteger();

    String answer =
        retry.run(
            () -> {
              if (tries.incrementAndGet() < 3) {
                throw new InfluxDBIOException(new java.io.IOException("gone"));
              }
              return "there";
            });

    assertThat(answer).isEqualTo("there");
    assertThat(slept).containsExactly(Duration.ofMillis(1), Duration.ofMillis(2));
  }

  @Test
  void givesUpWithTheLastFailure() {
    assertThatThrownBy(
            () ->
                retry.run(
                    () -> {
                      throw new InfluxDBException("timeout");
                    }))
        .hasMessage("timeout");
    assertThat(slept).hasSize(2);
  }

  @Test
  void doesNotRetryRefusedRequests() {
    assertThatThrownBy(
            () ->
                retry.run(
                    () -> {
                      throw new InfluxDBException("partial write: field type conflict");
                    }))
        .isInstanceOf(InfluxDBException.class);
    assertThat(slept).isEmpty();
  }
}
