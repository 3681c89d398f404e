package io.perfline.gate.influx;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.environment.InfluxDb;
import io.perfline.gate.sample.OneInfluxDb;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Query;
import org.influxdb.dto.QueryResult;
import org.junit.jupiter.api.Test;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/**
 * Compares perfline's reader of query results with influxdb-java's. If one of these tests fails,
 * {@link ChunkedQuery} and {@link InfluxRowReader} may no longer be needed.
 * docs/internals/figures.md contains the printed figures.
 */
class InfluxdbJavaQueryIT {

  private static final String USER = "PERF_QUERY_USER";
  private static final String PASSWORD = "PERF_QUERY_PASSWORD";
  private static final int CASES = 36;
  private static final int POINTS = Integer.getInteger("history.points", 3_600);

  @Test
  void influxdbJavaAcceptsAnIncompleteResponse() throws Exception {
    byte[] partial = partialAnswer();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/query",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/x-msgpack");
          exchange.sendResponseHeaders(200, partial.length);
          exchange.getResponseBody().write(partial);
          exchange.close();
        });
    server.start();
    try {
      URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());

      assertThat(byInfluxdbJava(new InfluxDb(url, "d", "user", "password"), "SELECT v FROM m"))
          .isEqualTo(2);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void bothReadTheSameRows() throws Exception {
    InfluxDb address = OneInfluxDb.database();
    try (Database database = Database.at(address, Retry.patient())) {
      database.createIfMissing();
      database.write(IntStream.range(0, POINTS).mapToObj(InfluxdbJavaQueryIT::point).toList());
    }
    for (int newest : new int[] {30, POINTS}) {
      for (String reader : List.of("own", "influxdb-java")) {
        assertThat(inAnotherJvm(address, reader, newest))
            .isEqualTo(Math.min(POINTS, newest * CASES));
      }
    }
  }

  private static String point(int index) {
    return SchemaPoint.of(InfluxSchema.PERF_CASE, Instant.ofEpochSecond(index / CASES * 600L))
        .tag(Column.BRANCH, "main")
        .tag(Column.CASE, "http/case" + index % CASES)
        .tag(Column.TARGET, "direct")
        .field(Column.RUN, "run-" + index / CASES)
        .field(Column.COMMIT, "%040x".formatted(index / CASES))
        .field(Column.FINGERPRINT, "ab12cd34ef56")
        .field(Column.VALID, true)
        .field(Column.P95_MS, 1 + 1.0 / (1 + index))
        .field(Column.REQUESTS, 1000L + index)
        .line();
  }

  private static long inAnotherJvm(InfluxDb address, String reader, int newest) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            InfluxdbJavaQueryIT.class.getName(),
            address.url().toString(),
            address.database(),
            reader,
            Integer.toString(newest));
    builder.environment().putAll(Map.of(USER, address.user(), PASSWORD, address.password()));
    Process process = builder.redirectErrorStream(true).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    System.out.println(printed);
    assertThat(process.waitFor()).as(printed).isZero();
    return Long.parseLong(printed.replaceAll("(?s).*: (\\d+) rows.*", "$1"));
  }

  /** Reads the newest points of each case and prints the cost since the start of the JVM. */
  public static void main(String... arguments) throws Exception {
    InfluxDb address =
        new InfluxDb(
            URI.create(arguments[0]), arguments[1], System.getenv(USER), System.getenv(PASSWORD));
    String query =
        "SELECT run, commit, fingerprint, valid, p95_ms, requests FROM perf_case WHERE branch ="
            + " 'main' GROUP BY \"case\", target ORDER BY time DESC LIMIT "
            + arguments[3];
    long rows = arguments[2].equals("own") ? byOwn(address, query) : byInfluxdbJava(address, query);
    long cpu =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    System.out.printf("%s: %d rows, %d ms of CPU%n", arguments[2], rows, cpu / 1_000_000);
  }

  private static long byOwn(InfluxDb address, String query) {
    AtomicLong rows = new AtomicLong();
    try (Database database = Database.at(address, Retry.never())) {
      database.ask(query, row -> rows.incrementAndGet());
    }
    return rows.get();
  }

  private static long byInfluxdbJava(InfluxDb address, String query) throws Exception {
    AtomicLong rows = new AtomicLong();
    CompletableFuture<Long> complete = new CompletableFuture<>();
    try (InfluxDB client =
        InfluxDBFactory.connect(
            address.url().toString(),
            address.user(),
            address.password(),
            new OkHttpClient.Builder(),
            InfluxDB.ResponseFormat.MSGPACK)) {
      client.query(
          new Query(query, address.database()),
          10_000,
          (cancellable, result) -> rows.addAndGet(count(result)),
          () -> complete.complete(rows.get()),
          complete::completeExceptionally);
      return complete.get();
    }
  }

  private static long count(QueryResult result) {
    return result.getResults().stream()
        .flatMap(each -> each.getSeries().stream())
        .mapToLong(series -> series.getValues().size())
        .sum();
  }

  /** Returns two rows and the marker that more follow. */
  private static byte[] partialAnswer() throws IOException {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      packer.packMapHeader(1).packString("results").packArrayHeader(1).packMapHeader(3);
      packer.packString("statement_id").packInt(0).packString("partial").packBoolean(true);
      packer.packString("series").packArrayHeader(1).packMapHeader(4);
      packer.packString("name").packString("m").packString("partial").packBoolean(true);
      packer.packString("columns").packArrayHeader(2).packString("time").packString("v");
      packer.packString("values").packArrayHeader(2);
      packer.packArrayHeader(2).packLong(1).packLong(2);
      packer.packArrayHeader(2).packLong(3).packLong(4);
      return packer.toByteArray();
    }
  }
}
