package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MetricsMeterTest {

  @Test
  void readsCpuAndAddsUpLabelledSamples() throws IOException {
    CostMeter meter =
        metering(
            """
            # TYPE process_cpu_seconds_total counter
            process_cpu_seconds_total 1.5
            jvm_memory_allocated_bytes_total{pool="a"} 1.0E3
            jvm_memory_allocated_bytes_total{pool="b"} 500
            """);

    assertThat(meter.read()).isEqualTo(new CostReading(1.5e6, 1500.0, 1.5e6));
  }

  @Test
  void aMissingMetricIsNotMeasured() throws IOException {
    CostMeter meter = metering("process_cpu_seconds_total_of_others 3\n");

    assertThat(meter.read()).isEqualTo(CostReading.NONE);
    assertThat(meter.source())
        .contains("which has no process_cpu_seconds_total")
        .contains("which has no jvm_memory_allocated_bytes_total");
  }

  /** Returns the meter of a server that exposes these metrics once. */
  private static CostMeter metering(String metrics) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = metrics.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    MetricsMeter meter =
        new MetricsMeter(
            URI.create("http://127.0.0.1:%d/metrics".formatted(server.getAddress().getPort())),
            null);
    return new CostMeter() {
      @Override
      public CostReading read() {
        try {
          return meter.read();
        } finally {
          server.stop(0);
        }
      }

      @Override
      public String source() {
        return meter.source();
      }

      @Override
      public void close() {
        meter.close();
      }
    };
  }
}
