package io.perfline.gate.influx;

import static io.perfline.core.sample.SampleRuns.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the HTTP requests against a fake server. */
class DatabaseTest {

  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<Duration> slept = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private Database database;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/write", this::take);
    server.start();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    database =
        Database.at(
            new InfluxDb(url, "perfline", "perf", "secret"),
            new Retry(List.of(Duration.ofMillis(1), Duration.ofMillis(2)), slept::add));
  }

  @AfterEach
  void stop() {
    database.close();
    server.stop(0);
  }

  @Test
  void compressesLinesInBatches() {
    database.write(points(Database.BATCH * 2 + 1));

    assertThat(bodies)
        .extracting(body -> (int) body.lines().count())
        .containsExactlyInAnyOrder(Database.BATCH, Database.BATCH, 1);
    assertThat(bodies.stream().flatMap(String::lines))
        .contains("perf_event,kind=gate text=\"10000\" 1767323045678901234")
        .doesNotHaveDuplicates();
  }

  @Test
  void reportsAFailedBatch() {
    answers.addAll(Collections.nCopies(9, 503));

    assertThatThrownBy(() -> database.write(points(Database.BATCH * 2)))
        .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3));
  }

  @Test
  void resendsABatchThatAnOverloadedServerRefused() {
    answers.addAll(List.of(503, 500));

    database.write(points(2));

    assertThat(bodies).hasSize(3);
    assertThat(bodies.get(2)).isEqualTo(bodies.get(0));
    assertThat(slept).containsExactly(Duration.ofMillis(1), Duration.ofMillis(2));
  }

  @Test
  void givesUpEventually() {
    answers.addAll(List.of(503, 503, 503));

    assertThatThrownBy(() -> database.write(points(1)))
        .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3))
        .hasMessageContaining("cannot write to InfluxDB at http://127.0.0.1:")
        .hasMessageNotContaining("secret");
  }

  private static List<String> points(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                SchemaPoint.of(InfluxSchema.PERF_EVENT, START)
                    .tag("kind", "gate")
                    .field("text", Integer.toString(i))
                    .line())
        .toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    assertThat(exchange.getRequestHeaders().getFirst("Content-Encoding")).isEqualTo("gzip");
    try (InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
      bodies.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
    Integer answer = answers.poll();
    exchange.sendResponseHeaders(answer == null ? 204 : answer, -1);
    exchange.close();
  }
}
