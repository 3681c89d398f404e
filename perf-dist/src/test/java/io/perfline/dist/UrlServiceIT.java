package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Measures a service at a URL, and checks that the tests run all documented commands. */
class UrlServiceIT extends OwnServiceContract {

  private volatile long delayMillis;

  @Test
  void everyDocumentedCommandWorks() throws IOException {
    assertThat(Tutorial.read(perfline.path("docs/perf-yml.md")).commands())
        .allMatch(line -> line.matches("(perfline init|perfline try|perfline ci|sed|git).*"))
        .hasSize(11);
  }

  @Test
  void measuresAServiceAtAUrl() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(16);
    HttpServer server = started(workers);
    try {
      project.init("--url", Map.of("127.0.0.1:8080", "127.0.0.1:" + server.getAddress().getPort()));
      project.shorten("3 s");
      project.edit("perf.yml", "connections: 4", "connections: 16");
      project.ci(
          0,
          "WARN  No limit is exceeded, but 1 of 3 warns.",
          "WARN  nothing shows which build",
          "report: ");
      assertThat(home.resolve(".perf/stack")).doesNotExist();

      delayMillis = 600;
      project.ci(1, "FAIL");
    } finally {
      server.stop(0);
      workers.shutdownNow();
    }
    project.edit("perf.yml", "within: 60 s", "within: 1 s");
    project.ci(3, "is not reachable (connection refused, tried for 1 s)");
    project.refusesAFaultyFile(Map.of());
  }

  /** With a progress bar, whose library handles the signal itself. */
  @Test
  void ctrlCStopsEverything() throws Exception {
    HttpServer server = started(null);
    try {
      project.init("--url", Map.of("127.0.0.1:8080", "127.0.0.1:" + server.getAddress().getPort()));

      Ended ended = perfline.interruptedInTerminal(home, "perfline ci", "req/s");

      assertThat(ended.text()).contains("run   ", "perfline: interrupted, no verdict");
      assertThat(ended.code()).as(ended.text()).isEqualTo(128 + 2);
    } finally {
      server.stop(0);
    }
  }

  private HttpServer started(Executor workers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
    return server;
  }

  private void answer(HttpExchange exchange) throws IOException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
    byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
