package io.perfline.sims.capture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.FailedAnswer;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.sims.run.RunCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Records the traffic of a real service and replays it against the service and a changed version.
 */
@Timeout(120)
class CaptureReplayIT {

  private static final String TOKEN = "Bearer t0p-s3cret";

  private static final String PERF_YML =
      """
      version: 1
      name: shop
      service:
        url: '%s'
        baseline_url: '%s'
        ready: {get: /health}
      load:
        shop: {replay: capture.jsonl, speed: 2x, fields: [/], ignore: [/time]}
      profiles: {commit: {warm_up: 500 ms, warm_up_most: 1 s, duration: 2 s}}
      """;

  @TempDir Path home;
  private final ExecutorService workers = Executors.newCachedThreadPool();
  private final List<HttpServer> servers = new ArrayList<>();
  private String before;

  @BeforeEach
  void useHome() {
    before = System.getProperty("perf.home", "");
    System.setProperty("perf.home", home.toString());
  }

  @AfterEach
  void endServers() {
    System.setProperty("perf.home", before);
    servers.forEach(server -> server.stop(0));
    workers.shutdownNow();
  }

  @Test
  void trafficIsRecordedWithoutSecretsAndReplayedAloneAndInPairs() throws Exception {
    String old = service("10");
    Path recording = home.resolve("capture.jsonl");
    record(old, recording);
    assertThat(Files.readString(recording))
        .contains("\"price\\\":10", "\"password\\\":\\\"…\\\"", "\"user\\\":\\\"ann\\\"")
        .doesNotContain("s3cret", "p4ss", "t0ken");
    assertThat(Files.readAllLines(recording)).hasSize(30);

    CaseResult same = replayed(old, old, "same").get(0);
    assertThat(same.problems()).isEmpty();
    assertThat(same.errors()).isEmpty();
    assertThat(same.requests()).isGreaterThan(4);

    List<CaseResult> changed = replayed(service("11"), old, "changed");
    assertThat(changed).hasSize(2);
    for (CaseResult result : changed) {
      assertThat(result.problems()).isEmpty();
      assertThat(result.errors())
          .containsOnlyKeys("json /items/*/price differs from the recording");
      assertThat(result.requests()).isPositive();
    }
    FailedAnswer failed = FailedAnswer.read(home.resolve("changed"), changed.get(0)).get(0);
    assertThat(failed.checks())
        .containsExactly("ok    status 200", "FAIL  json /items/*/price: 11, recorded 10");
    assertThat(changed.get(1).pairs()).isNotEmpty();
    assertThat(changed.get(1).pairs())
        .allMatch(
            pair ->
                pair.baseline().errorCount() == 0
                    && pair.baseline().requests()
                        == pair.candidate().requests() + pair.candidate().errorCount());
  }

  private void record(String service, Path recording) throws Exception {
    try (CaptureFile file = new CaptureFile(recording);
        CaptureProxy proxy =
            new CaptureProxy(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                URI.create(service),
                new SecretMask(List.of()),
                false,
                file)) {
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      for (int i = 0; i < 15; i++) {
        String at = "http://127.0.0.1:%d".formatted(proxy.port());
        String login = "{\"user\":\"ann\",\"password\":\"p4ss\"}";
        HttpRequest.Builder request = HttpRequest.newBuilder().header("Authorization", TOKEN);
        request.header("Content-Type", "application/json");
        assertThat(
                client
                    .send(
                        request
                            .uri(URI.create(at + "/login?token=t0ken"))
                            .POST(HttpRequest.BodyPublishers.ofString(login))
                            .build(),
                        BodyHandlers.ofString())
                    .statusCode())
            .isEqualTo(200);
        assertThat(
                client
                    .send(
                        request.uri(URI.create(at + "/items")).GET().build(),
                        BodyHandlers.ofString())
                    .body())
            .contains("\"price\":10");
      }
    }
  }

  /** Returns the case alone and, compared with another address, the paired one. */
  private List<CaseResult> replayed(String url, String baseline, String out) throws IOException {
    Files.writeString(home.resolve("perf.yml"), PERF_YML.formatted(url, baseline));
    Files.writeString(home.resolve("thresholds.yml"), "version: 1\nthresholds: []\n");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--file",
                home.resolve("perf.yml").toString(),
                "--out",
                home.resolve(out).toString()));
    if (!url.equals(baseline)) {
      RunBaseline compared = new RunBaseline(baseline, null, BaselineSource.AT_URL, null);
      Path file = home.resolve("baseline.json");
      new BaselineFile(compared, null, home.toString(), null).write(file);
      arguments.addAll(List.of("--baseline", file.toString(), "--no-why"));
    }
    StringWriter output = new StringWriter();
    PrintWriter print = new PrintWriter(output);
    int code = Command.run(new Top(), print, print, arguments.toArray(String[]::new));
    assertThat(code).as(output.toString()).isZero();
    return RunFile.read(home.resolve(out)).cases();
  }

  private String service(String price) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(workers);
    server.createContext("/", exchange -> answer(exchange, price));
    server.start();
    servers.add(server);
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, String price) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String json =
        exchange.getRequestURI().getPath().equals("/items")
            ? "{\"time\":%d,\"items\":[{\"price\":%s}]}".formatted(System.nanoTime(), price)
            : "{\"time\":%d}".formatted(System.nanoTime());
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().add("Set-Cookie", "session=t0p-s3cret");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @CommandLine.Command(
      name = "perfline",
      subcommands = {RunCommand.class})
  private static final class Top {}
}
