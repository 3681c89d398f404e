package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests services and {@code perf.yml} files written by newcomers. */
class NewcomerCasesIT {

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
  }

  /** The service is polled every 100 ms for one second, and then once for each of two cases. */
  @Test
  void waitsOnlyOnceForAServiceThatIsNotReady() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer starting = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    starting.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    starting.start();
    try {
      project.write("thresholds.yml", text("ready-twice/thresholds.yml"));
      project.write(
          "perf.yml",
          text("ready-twice/perf.yml").replace("19999", "" + starting.getAddress().getPort()));

      assertThat(project.ci("down")).as(project.output()).isEqualTo(3);

      assertThat(project.output()).contains("not ready", "is answered with 503, not 200");
      assertThat(asked.get()).isBetween(3, 16);
    } finally {
      starting.stop(0);
    }
  }

  /**
   * 10 users with 2 s think time before each of two requests can't complete 300 sessions in 7.5 s.
   */
  @Test
  void refusesAFutileCapacitySearchBeforeTheLoad() throws IOException {
    project.write("perf.yml", text("capacity-doc-example/perf.yml"));
    project.write("thresholds.yml", text("capacity-doc-example/thresholds.yml"));

    assertThat(project.ci("capacity")).as(project.output()).isEqualTo(2);

    assertThat(project.output())
        .contains("perf.yml:9:15: capacity: 10 users, who think 4 s in each session")
        .contains("'hold: 160 s' at least, or 'users: 160'")
        .doesNotContain("==> run");
  }

  /** A question mark in braces needs quotes, as the message suggests. */
  @Test
  void explainsAQuestionMarkInBraces() throws IOException {
    project.write("perf.yml", text("doc-load-example/perf.yml"));
    project.write("customers.csv", text("doc-load-example/customers.csv"));

    assertThat(project.ci("load")).as(project.output()).isEqualTo(2);

    assertThat(project.output()).contains("perf.yml:17:39: not YAML", "as in '/search?q=shoes'");
  }

  @Test
  void resolvesAVariableAddressOrNamesIt() throws IOException {
    project.write("perf.yml", text("url-variable/perf.yml"));

    assertThat(project.ci("variable")).as(project.output()).isEqualTo(2);

    assertThat(project.output())
        .contains("perf.yml:2:16: the variable SHOP_URL is not set: export SHOP_URL=");
  }

  @Test
  void refusesALimitThatNeedsMoreRequestsThanTheRateAllows() throws IOException {
    project.write(
        "perf.yml",
        """
        version: 1
        service: {command: 'exec node app.js ${PORT}'}
        load: {node: {rate: 2/s, requests: [{get: /}]}}
        profiles: {commit: {warm_up: 1 s, duration: 40 s}}
        """);
    project.write(
        "thresholds.yml",
        """
        version: 1
        thresholds:
          - {id: errors, case: node, metric: error_rate, pass: "<= 1 %", min_samples: 81}
          - {id: p95, case: node, metric: response_time.p95, pass: "<= 1 s", min_samples: 80}
        """);

    assertThat(project.ci("few")).as(project.output()).isEqualTo(2);

    assertThat(project.output())
        .contains("thresholds.yml:3:5: errors needs 81 requests (min_samples)")
        .contains("allow only 80 in the profile commit")
        .doesNotContain("p95 needs", "==> run");
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = NewcomerCasesIT.class.getResourceAsStream("/services/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
