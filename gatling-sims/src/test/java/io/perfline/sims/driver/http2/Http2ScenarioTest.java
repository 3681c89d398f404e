package io.perfline.sims.driver.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioProtocol;
import io.perfline.core.project.ServiceTrust;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Keystores;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.ScenarioDriver;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests scenarios over HTTP/2 with a real and with a misbehaving server. */
@Timeout(60)
class Http2ScenarioTest {

  private static final String PASSWORD = "changeit";
  private static final String HEAD = "version: 1\nservice:\n  url: http://127.0.0.1:1\nload:\n";

  private final List<String> outcome = Collections.synchronizedList(new ArrayList<>());
  private final List<FailedAnswer> failures = new ArrayList<>();
  private SSLContext defaultContext;
  private String head = HEAD;
  @TempDir private Path folder;

  @BeforeEach
  void keepTrust() throws Exception {
    defaultContext = SSLContext.getDefault();
  }

  @AfterEach
  void restoreTrust() {
    SSLContext.setDefault(defaultContext);
  }

  @Test
  void supportsTemplatesChecksAndSessions() throws Exception {
    Files.writeString(folder.resolve("customers.csv"), "name\nAnn\nBob");
    head = HEAD.replace("load:", "  auth: {bearer: '${TOKEN}'}\nload:");
    try (TomcatHttp2Server server = TomcatHttp2Server.plain(folder)) {
      send(
          server.url(),
          2,
          """
            a:
              protocol: h2c
              connections: 1
              data: customers.csv
              requests:
                - post: /orders
                  headers: {X-One: 'a ${name}'}
                  body: {json: {customer: '${name}'}}
                  expect: {status: 201, json: {/state: NEW}, header: {Location: /orders/17}}
                  save: {order: {json: /id}}
                - get: '/orders-of/${name}?order=${order}'
                  expect: {contains: It works}
          """);

      assertThat(outcome).containsExactly("0 ok", "1 ok", "succeeded", "0 ok", "1 ok", "succeeded");
      assertThat(server.received())
          .containsExactly(
              "HTTP/2.0 POST /orders {\"customer\":\"Ann\"}",
              "authorization: Bearer secret",
              "x-one: a Ann",
              "HTTP/2.0 GET /orders-of/Ann?order=17",
              "authorization: Bearer secret",
              "cookie: session=abc",
              "HTTP/2.0 POST /orders {\"customer\":\"Bob\"}",
              "authorization: Bearer secret",
              "x-one: a Bob",
              "HTTP/2.0 GET /orders-of/Bob?order=17",
              "authorization: Bearer secret",
              "cookie: session=abc");
      assertThat(server.connections()).isOne();
    }
  }

  @Test
  void followsRedirectsAndReportsFailedChecks() throws Exception {
    try (TomcatHttp2Server server = TomcatHttp2Server.plain(folder)) {
      send(
          server.url(),
          1,
          "  a: {protocol: h2c, connections: 1, redirects: true, requests: [{get: /old}]}");
      send(server.url(), 1, one("get: /broken"));
      send(server.url(), 1, one("get: /x, expect: {contains: other}"));
      send(server.url(), 1, one("head: /x"));

      assertThat(outcome)
          .containsExactly("succeeded", "status 503", "body lacks a text", "succeeded");
      assertThat(server.received()).contains("HTTP/2.0 GET /new", "HTTP/2.0 HEAD /x");
      assertThat(failures).extracting(FailedAnswer::kind).contains("status 503");
      assertThat(failures.get(0).sent()).startsWith("GET /broken HTTP/2\r\n");
      assertThat(failures.get(0).received()).startsWith("HTTP/2 503\r\n");
    }
  }

  @Test
  void sendsAndReceivesLongBodies() throws Exception {
    Files.writeString(folder.resolve("body.bin"), "x".repeat(3_000_000));
    try (TomcatHttp2Server server = TomcatHttp2Server.plain(folder)) {
      send(server.url(), 2, one("get: /long"));
      send(server.url(), 1, one("get: /long, expect: {contains: y}"));
      send(server.url(), 2, one("post: /x, body: {file: body.bin}"));

      assertThat(outcome)
          .containsExactly(
              "succeeded", "succeeded", "body longer than 16 MiB", "succeeded", "succeeded");
      assertThat(server.received()).contains("HTTP/2.0 POST /x 3000000 bytes");
    }
  }

  @Test
  void usesTlsWithTrustedServers() throws Exception {
    Keystores keystores = new Keystores(folder, PASSWORD);
    Path key = keystores.key("shop", "127.0.0.1");
    keystores.certificate("shop");
    head = HEAD.replace("service:\n", "service:\n  trust: shop.pem\n");
    try (TomcatHttp2Server server = TomcatHttp2Server.secured(folder, key, PASSWORD)) {
      send(server.url(), 2, one("get: /x, expect: {contains: works}").replace("h2c", "h2"));

      assertThat(outcome).containsExactly("succeeded", "succeeded");
      assertThat(server.received()).containsExactly("HTTP/2.0 GET /x", "HTTP/2.0 GET /x");
    }
  }

  @Test
  void refusesServersThatAreUntrustedOrLackHttp2() throws Exception {
    Keystores keystores = new Keystores(folder, PASSWORD);
    Path key = keystores.key("shop", "127.0.0.1");
    String load = one("get: /x").replace("h2c", "h2");
    try (TomcatHttp2Server server = TomcatHttp2Server.secured(folder, key, PASSWORD)) {
      assertThatThrownBy(() -> send(server.url(), 1, load))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("service: {trust: FILE}");
    }
    head = HEAD.replace("service:\n", "service:\n  insecure: true\n");
    try (TomcatHttp2Server server = TomcatHttp2Server.withoutHttp2(folder, key, PASSWORD)) {
      assertThatThrownBy(() -> send(server.url(), 1, load))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("if the service does not speak HTTP/2 there");
    }
    try (TomcatHttp2Server server = TomcatHttp2Server.withoutHttp2(folder, null, null)) {
      assertThatThrownBy(() -> send(server.url(), 1, one("get: /x")))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("if the service does not speak HTTP/2 there");
      assertThatThrownBy(() -> send(server.url(), 1, load))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("write 'protocol: h2c'");
    }
  }

  @Test
  void sessionsShareConnections() throws Exception {
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      together(server, 6, 3, 3, one("get: /x"));

      assertThat(outcome).hasSize(18).containsOnly("succeeded");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void sessionsBeyondTheServersStreamLimitWait() throws Exception {
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(2)) {
      together(server, 9, 9, 2, one("get: /x"));

      assertThat(outcome).hasSize(18).containsOnly("succeeded");
      assertThat(server.connections()).isOne();
    }
  }

  @Test
  void namesEachKindOfFailure() throws Exception {
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      for (String path :
          List.of("reset", "close", "goaway", "garbage", "unknown-stream", "silence")) {
        outcome.clear();
        send(
            server.url(),
            2,
            "  a: {protocol: h2c, connections: 1, timeout: 300 ms, requests: [{get: /%s}]}"
                .formatted(path));
        String kind =
            switch (path) {
              case "reset" -> "stream reset (REFUSED_STREAM)";
              case "close" -> "connection closed";
              case "goaway" -> "GOAWAY (ENHANCE_YOUR_CALM)";
              case "silence" -> "timeout";
              default -> "malformed answer";
            };
        assertThat(outcome).as(path).containsExactly(kind, kind);
      }
    }
  }

  @Test
  void aTimeoutLeavesTheOtherStreamsAlone() throws Exception {
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      send(
          server.url(),
          1,
          "  a: {protocol: h2c, connections: 1, timeout: 300 ms, requests: [{get: /silence}]}");
      int before = server.connections();
      send(
          server.url(),
          1,
          "  a: {protocol: h2c, connections: 1, timeout: 300 ms, requests: [{get: /a}, {get:"
              + " /b}]}");

      assertThat(outcome).containsExactly("timeout", "0 ok", "1 ok", "succeeded");
      assertThat(server.connections()).isEqualTo(before + 1);
    }
  }

  @Test
  void movesToANewConnectionAfterGoAway() throws Exception {
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      send(server.url(), 3, one("get: /leave"));
      assertThat(outcome).containsExactly("succeeded", "succeeded", "succeeded");
      assertThat(server.connections()).isEqualTo(3);
    }
    outcome.clear();
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      send(server.url(), 2, one("get: /unhandled"));
      assertThat(outcome).containsExactly("succeeded", "succeeded");
      assertThat(server.received()).containsExactly("1 /unhandled", "2 /unhandled", "2 /unhandled");
    }
  }

  @Test
  void aResponseBeforeTheEndOfTheRequestBodyEndsTheRequest() throws Exception {
    Files.writeString(folder.resolve("body.bin"), "x".repeat(3_000_000));
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      send(server.url(), 2, one("post: /early, body: {file: body.bin}, expect: {status: 413}"));

      assertThat(outcome).containsExactly("succeeded", "succeeded");
      assertThat(server.connections()).isOne();
    }
  }

  @Test
  void reportsAStoppedServer() throws Exception {
    URI gone;
    try (ScriptedHttp2Server server = new ScriptedHttp2Server(100)) {
      gone = server.url();
    }
    assertThatThrownBy(() -> send(gone, 1, one("get: /x")))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("is it running?");
    try (Session session = open(gone, one("get: /x"));
        Multiplexer multiplexer = session.multiplexer()) {
      multiplexer.connectLater(0, new Notes()).send(0);
      while (outcome.isEmpty()) {
        multiplexer.await(1_000_000_000, (index, failed) -> {});
      }
    }
    assertThat(outcome).containsExactly("connection refused");
  }

  private static String one(String request) {
    return "  a: {protocol: h2c, connections: 1, requests: [{%s}]}".formatted(request);
  }

  private Session open(URI url, String load) throws Exception {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, head + load);
    Project project = ProjectFile.read(file);
    ServiceTrust.apply(project.service());
    Scenario scenario = project.loads(Scenario.class).get("a");
    ScenarioDriver driver =
        new ScenarioDriver(
            scenario,
            project.service().login(),
            new ProcessVariables(file, Map.of("TOKEN", "secret")),
            Http2Session.connections(
                scenario.protocol() == ScenarioProtocol.H2, scenario.streams()));
    return driver.open(
        Environment.named("test").at(url), Target.SERVICE, "test", new CaseSettings(Map.of()));
  }

  /** Sends requests one after another. */
  private void send(URI url, int times, String load) throws Exception {
    try (Session session = open(url, load);
        Connection connection = session.connect(0, new Notes())) {
      for (int i = 0; i < times; i++) {
        connection.send(i);
      }
      failures.addAll(session.failures());
    }
  }

  /** Sends requests over several sessions simultaneously. */
  private void together(
      ScriptedHttp2Server server, int sessions, int streams, int times, String load)
      throws Exception {
    String shared = load.replace("connections: 1", "connections: 1, streams: " + streams);
    try (Session session = open(server.url(), shared);
        Multiplexer multiplexer = session.multiplexer()) {
      assertThat(session.multiplexer()).as("another one, whose sessions share nothing").isNull();
      List<Connection> all =
          IntStream.range(0, sessions)
              .mapToObj(index -> multiplexer.connect(index, new Notes()))
              .toList();
      int[] left = new int[sessions];
      AtomicInteger open = new AtomicInteger(sessions);
      for (int index = 0; index < sessions; index++) {
        left[index] = times - 1;
        all.get(index).send(index);
      }
      while (open.get() > 0) {
        multiplexer.await(
            1_000_000_000,
            (index, failed) -> {
              if (left[index]-- > 0) {
                all.get(index).send(index);
              } else {
                open.decrementAndGet();
              }
            });
      }
    }
  }

  private final class Notes implements RequestListener {
    @Override
    public void succeeded(long request, int messages, long bytes) {
      outcome.add("succeeded");
    }

    @Override
    public void failed(long request, String kind) {
      outcome.add(kind);
    }

    @Override
    public void partEnded(long request, int part, long nanos, String failure) {
      outcome.add(part + " " + (failure == null ? "ok" : failure));
    }
  }
}
