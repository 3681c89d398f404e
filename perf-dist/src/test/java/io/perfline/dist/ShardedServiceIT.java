package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.server.InfluxDbServer;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Two generators load one service with Prometheus metrics; the history is in an InfluxDB. */
class ShardedServiceIT extends OwnServiceContract {

  private static final String PERF_YML =
      """
      version: 1
      name: orders
      service: {url: 'http://127.0.0.1:%d', ready: {get: /health}, metrics: /metrics}
      load:
        browse:
          rate: 200/s
          requests: [{get: /}, {get: /orders, name: orders}]
      profiles: {commit: {warm_up: 1 s, duration: 4 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %"}
      thresholds:
        - {id: errors, case: "browse*", metric: error_rate, pass: "<= 0 %"}
        - {id: cost, case: browse, metric: cpu, pass: "<= 100 ms"}
        - {id: garbage, case: browse, metric: allocation, pass: "<= 10000000 B"}
      """;

  private static final String SERVERS =
      """
      name: orders
      influxdb: {url: '%s', database: perfline, user: '${DB_USER}', password: '${DB_PASSWORD}'}
      """;

  @Test
  void aServiceIsMeasuredByTwoShardsAndStoredInTheDatabase() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(workers);
    server.createContext("/", ShardedServiceIT::answer);
    server.start();
    try (InfluxDbServer influx = InfluxDbServer.start(CHECKOUT, home.resolve("influx"))) {
      project.write("perf.yml", PERF_YML.formatted(server.getAddress().getPort()));
      project.write("thresholds.yml", THRESHOLDS);
      project.write("servers.yml", SERVERS.formatted(influx.url()));
      var user = influx.environment("perfline");
      Map<String, String> secrets = Map.of("DB_USER", user.user(), "DB_PASSWORD", user.password());

      long start = Instant.now().plusSeconds(10).toEpochMilli();
      String one = "perfline run --start-at %d --gap 2 --environment servers.yml".formatted(start);
      run(secrets, "%s --shard 1/2 --out runs/1 & %s --shard 2/2 --out runs/2; wait", one, one);
      run(secrets, "perfline merge runs/1 runs/2 --out runs/both");
      assertWhole();

      run(secrets, "perfline publish runs/both --environment servers.yml");
      Ended judged = run(secrets, "perfline gate runs/both --environment servers.yml");
      assertThat(judged.text())
          .contains(
              "WARN  No limit is exceeded, but 1 of 4 warns.", "WARN  nothing shows which build");
      assertThat(rows(user, "SELECT \"case\", server_cpu_us_per_msg FROM perf_case"))
          .contains("\"browse\"", "server_cpu_us_per_msg");
    } finally {
      server.stop(0);
      workers.shutdownNow();
    }
  }

  /** Returns InfluxDB's answer to a query, which contains a field's name only if it has values. */
  private static String rows(InfluxDb influxDb, String query) throws Exception {
    String login = influxDb.user() + ":" + influxDb.password();
    HttpRequest request =
        HttpRequest.newBuilder(
                influxDb
                    .url()
                    .resolve(
                        "/query?db=perfline&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8)))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private void assertWhole() throws IOException {
    Run both = RunFile.read(home.resolve("runs/both"));
    CaseResult browse = both.cases().get(0);
    long sum = 0;
    for (String shard : new String[] {"1", "2"}) {
      CaseResult part = RunFile.read(home.resolve("runs").resolve(shard)).cases().get(0);
      assertThat(part.requests()).isPositive();
      sum += part.requests();
    }
    assertThat(browse.valid()).as("%s", browse.problems()).isTrue();
    assertThat(browse.requests()).isEqualTo(sum).isEqualTo(browse.responseTime().count());
    assertThat(browse.server().cpuUs()).isPositive();
  }

  private Ended run(Map<String, String> secrets, String line, Object... more)
      throws IOException, InterruptedException {
    Ended ended = perfline.shell(home, secrets, line.formatted(more));
    assertThat(ended.code()).as(ended.text()).isZero();
    return ended;
  }

  private static void answer(HttpExchange exchange) throws IOException {
    boolean asked = exchange.getRequestURI().getPath().equals("/metrics");
    byte[] body = (asked ? metrics() : "hello").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String metrics() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      allocated += Math.max(0, bytes);
    }
    return String.format(
        Locale.ROOT,
        "process_cpu_seconds_total %.6f%njvm_memory_allocated_bytes_total %d%n",
        system.getProcessCpuTime() / 1e9,
        allocated);
  }
}
