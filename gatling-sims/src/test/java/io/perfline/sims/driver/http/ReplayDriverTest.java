package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Login;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Replay;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReplayDriverTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  @TempDir Path folder;

  @Test
  void sendsTheRecordedRequestsWithTheServicesCredentials() throws Exception {
    write(
        line(0, 1, "POST", "/orders?a=1", "{\"n\":1}", 201, null)
            .replace(
                "\"headers\":{}",
                "\"headers\":{\"Authorization\":[\"…\"],\"Content-Type\":[\"application/json\"],"
                    + "\"Host\":[\"old\"],\"X-A\":[\"1\",\"2\"]}"));
    try (ScriptedServer server =
        new ScriptedServer((n, request) -> "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")) {
      SliceMeasurement slice = replay(server, replay("1x", List.of()), 500);

      assertThat(slice.errors()).isEmpty();
      assertThat(slice.requests()).isEqualTo(1);
      assertThat(server.requests().get(0))
          .startsWith("POST /orders?a=1 HTTP/1.1\r\nHost: 127.0.0.1:")
          .contains(
              "\r\nAuthorization: Bearer secret\r\n",
              "\r\nContent-Type: application/json\r\n",
              "\r\nX-A: 1\r\nX-A: 2\r\n",
              "\r\nContent-Length: 7\r\n")
          .doesNotContain("…", "old")
          .endsWith("\r\n\r\n{\"n\":1}");
    }
  }

  @Test
  void reportsStatusesAndFieldsThatDifferByKind() throws Exception {
    String recorded = "{\"id\":1,\"items\":[{\"price\":10}],\"total\":10}";
    write(
        line(0, 1, "GET", "/status", null, 200, null),
        line(1000, 2, "GET", "/price", null, 200, recorded),
        line(2000, 3, "GET", "/id", null, 200, recorded),
        line(3000, 4, "GET", "/total", null, 200, recorded),
        line(4000, 5, "GET", "/text", null, 200, recorded),
        line(1_000_000, 6, "GET", "/late", null, 200, null));
    try (ScriptedServer server = new ScriptedServer((n, request) -> answer(request))) {
      SliceMeasurement slice = replay(server, replay("1x", List.of("")), 500);

      assertThat(slice.errors())
          .containsOnly(
              entry("status 500, recorded 200", 1L),
              entry("json /items/*/price differs from the recording", 1L),
              entry("json /total differs from the recording", 1L),
              entry("the answer is not JSON, as recorded", 1L));
      assertThat(slice.requests()).isEqualTo(1);
    }
  }

  private static String answer(String request) {
    String body =
        switch (request.split(" ", 3)[1]) {
          case "/price" -> "{\"id\":1,\"items\":[{\"price\":11}],\"total\":10}";
          case "/id" -> "{\"id\":2,\"items\":[{\"price\":10}],\"total\":10}";
          case "/total" -> "{\"id\":1,\"items\":[{\"price\":10}]}";
          default -> "<p>";
        };
    return "HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(request.startsWith("GET /status") ? 500 : 200, body.length(), body);
  }

  @Test
  void aMaskedFieldNeverMatches() throws Exception {
    write(line(0, 1, "GET", "/", null, 200, "{\"token\":\"…\"}"));
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{\"token\":\"t\"}";
    try (ScriptedServer server = new ScriptedServer((n, request) -> answer)) {
      assertThat(replay(server, replay("1x", List.of("/token")), 500).errors())
          .containsOnly(entry("json /token is masked in the recording", 1L));
    }
  }

  @Test
  void consecutiveSlicesRepeatTheWholeRecordingInOrder() throws Exception {
    write(
        IntStream.range(0, 10)
            .mapToObj(i -> line(i * 100_000, i % 2, "GET", "/" + i, null, 200, null))
            .toArray(String[]::new));
    try (ScriptedServer server = new ScriptedServer((n, request) -> OK)) {
      Replay twice = replay("2x", List.of());
      long all = 0;
      try (Session session = open(server, twice);
          Slices slices = new Slices(load(), List.of(session))) {
        assertThat(session.sequence().ratePerSecond()).isEqualTo(20, within(0.1));
        for (int i = 0; i < 5; i++) {
          SliceMeasurement slice = slices.run(0, Duration.ofMillis(200), i);
          assertThat(slice.errors()).isEmpty();
          assertThat(slice.requests()).isBetween(3L, 5L);
          all += slice.requests();
        }
      }
      assertThat(all).isBetween(19L, 21L);
      for (int index = 0; index < 2; index++) {
        List<Integer> ofConnection = paths(server, index);
        assertThat(ofConnection.subList(0, 5))
            .containsExactlyElementsOf(
                IntStream.iterate(index, i -> i < 10, i -> i + 2).boxed().toList());
        assertThat(ofConnection.get(5)).isEqualTo(index);
      }
    }
  }

  private static List<Integer> paths(ScriptedServer server, int index) {
    return server.requests().stream()
        .map(request -> Integer.valueOf(request.split(" ", 3)[1].substring(1)))
        .filter(number -> number % 2 == index)
        .toList();
  }

  @Test
  void aRequestWaitsOnlyForThePreviousResponseOnItsConnection() throws Exception {
    write(
        line(0, 1, "GET", "/slow", null, 200, null),
        line(1000, 1, "GET", "/after", null, 200, null),
        line(2000, 2, "GET", "/other", null, 200, null),
        line(1_000_000, 2, "GET", "/late", null, 200, null));
    CountDownLatch release = new CountDownLatch(1);
    try (ScriptedServer server =
        new ScriptedServer(
            (n, request) -> {
              if (request.startsWith("GET /other")) {
                release.countDown();
              } else if (request.startsWith("GET /slow")) {
                await(release);
              }
              return OK;
            })) {
      SliceMeasurement slice = replay(server, replay("1x", List.of()), 500);

      assertThat(slice.errors()).isEmpty();
      assertThat(slice.requests()).isEqualTo(3);
      assertThat(slice.sent()).isEqualTo(3);
      assertThat(server.requests().stream().map(one -> one.split(" ", 3)[1]))
          .containsSubsequence("/slow", "/after")
          .contains("/other");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ten minutes in which the server closes its connections, replayed in a second. */
  @Test
  void aPauseOfTheRecordingIsKeptOnBothSides() throws Exception {
    write(
        line(0, 1, "GET", "/before", null, 200, null),
        line(600_000_000, 1, "GET", "/after", null, 200, null));
    Replay fast = replay("600x", List.of());
    Duration slice = Duration.ofMillis(100);
    try (ScriptedServer server = new ScriptedServer((n, request) -> OK, 1);
        Session candidate = open(server, fast);
        Session baseline = open(server, fast);
        Slices slices = new Slices(load(), List.of(candidate, baseline))) {
      for (int pauses : List.of(0, 9)) {
        for (int i = 0; i < pauses; i++) {
          assertThat(slices.pause(slice)).isTrue();
        }
        assertThat(slices.pause(slice)).isFalse();
        for (int side = 0; side < 2; side++) {
          SliceMeasurement measured = slices.run(side, slice, 0);
          assertThat(measured.errors()).isEmpty();
          assertThat(measured.requests()).isEqualTo(1);
        }
      }
      assertThat(server.requests().stream().map(one -> one.split(" ", 3)[1]))
          .containsExactly("/before", "/before", "/after", "/after");
    }
  }

  @Test
  void generatorsShareTheConnections() throws Exception {
    write(
        IntStream.range(0, 6)
            .mapToObj(i -> line(i * 50_000, i, "GET", "/" + i, null, 200, null))
            .toArray(String[]::new));
    try (ScriptedServer server = new ScriptedServer((n, request) -> OK)) {
      Load second =
          new Load(
              Load.Arrivals.SEQUENCE,
              4,
              1,
              1,
              Duration.ZERO,
              Duration.ZERO,
              Duration.ZERO,
              Duration.ofSeconds(5),
              0,
              new Shard(1, 2, null));
      try (Session session = open(server, replay("1x", List.of()));
          Slices slices = new Slices(second, List.of(session))) {
        assertThat(slices.run(0, Duration.ofMillis(300), 0).requests()).isEqualTo(3);
      }
      assertThat(server.requests().stream().map(one -> one.split(" ", 3)[1]).sorted())
          .containsExactly("/1", "/3", "/5");
    }
  }

  @Test
  void refusesAnInvalidRecordingBeforeTheLoadStarts() throws Exception {
    refuses("", "is empty");
    refuses("{\"at_us\":1", "exchange 1: not JSON");
    refuses(line(0, 1, "GET", "/", null, 200, null) + "\n[]", "exchange 2");
    refuses(line(0, 1, "GET", "/", null, 999, null), "exchange 1: its time or its status");
    refuses(
        line(0, 1, "POST", "/", null, 200, null)
            .replace("\"status\"", "\"body_left_out\":\"image/png\",\"status\""),
        "exchange 1: its body of the type 'image/png' is not in the recording");
    refuses(
        line(5, 1, "GET", "/", null, 200, null) + "\n" + line(4, 1, "GET", "/", null, 200, null),
        "exchange 2 began before an earlier one of its connection 1");
    refuses(line(0, 1, "GET", "/", null, 200, null).replace("took_us", "took"), "took");
    Files.delete(folder.resolve("capture.jsonl"));
    assertThatThrownBy(() -> check(replay("1x", List.of())))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("cannot read the recording");
  }

  @Test
  void refusesAFieldThatNoRecordedAnswerHas() throws Exception {
    write(line(0, 1, "GET", "/", null, 200, "{\"a\":1}"));
    check(replay("1x", List.of("/a")));
    assertThatThrownBy(() -> check(replay("1x", List.of("/a", "/b"))))
        .isInstanceOf(Fault.class)
        .hasMessageEndingWith("has /b");
  }

  @Test
  void streamsALongRecording() {
    String line = line(0, 1, "POST", "/", "x".repeat(100_000), 200, null) + "\n";
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    int lines = 3_000; // 300 MB, a multiple of any read-ahead buffer
    long[] read = {0};
    InputStream generated =
        new InputStream() {
          private InputStream now = InputStream.nullInputStream();
          private int left = lines;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            int count = now.read(into, from, length);
            while (count < 0 && left > 0) {
              left--;
              now = new ByteArrayInputStream(bytes);
              count = now.read(into, from, length);
            }
            read[0] += Math.max(0, count);
            return count;
          }
        };
    long count = 0;
    try (CaptureReader reader = new CaptureReader(Path.of("generated"), generated)) {
      while (reader.next() != null) {
        count++;
        assertThat(read[0]).isLessThanOrEqualTo(count * bytes.length + 200_000);
      }
    }
    assertThat(count).isEqualTo(lines);
  }

  private void refuses(String content, String why) throws IOException {
    Files.writeString(folder.resolve("capture.jsonl"), content);
    assertThatThrownBy(() -> check(replay("1x", List.of())))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(why)
        .extracting(fault -> ((Fault) fault).exitCode())
        .isEqualTo(Fault.CONFIGURATION);
  }

  private void check(Replay replay) {
    driver(replay).check(environment("http://127.0.0.1:1"), Target.SERVICE);
  }

  private SliceMeasurement replay(ScriptedServer server, Replay replay, int millis)
      throws InterruptedException {
    try (Session session = open(server, replay);
        Slices slices = new Slices(load(), List.of(session))) {
      return slices.run(0, Duration.ofMillis(millis), 0);
    }
  }

  private Session open(ScriptedServer server, Replay replay) {
    return driver(replay)
        .open(
            environment(server.url().resolve("/").toString()),
            Target.SERVICE,
            "case",
            new CaseSettings(Map.of()));
  }

  private static Environment environment(String url) {
    return Environment.named("test").at(URI.create(url));
  }

  private ReplayDriver driver(Replay replay) {
    ProcessVariables variables =
        new ProcessVariables(Path.of("perf.yml"), Map.of("SHOP_TOKEN", "secret"));
    return new ReplayDriver(replay, new Login(null, "SHOP_TOKEN"), variables);
  }

  private static Load load() {
    return new Load(
        Load.Arrivals.SEQUENCE,
        4,
        1,
        1,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofSeconds(5),
        0,
        Shard.WHOLE);
  }

  private Replay replay(String speed, List<String> fields) {
    return new Replay(
        "shop",
        folder.resolve("capture.jsonl"),
        Double.parseDouble(speed.replace("x", "")),
        null,
        fields.stream().map(JsonPointer::compile).toList(),
        fields.isEmpty() ? List.of() : List.of(JsonPointer.compile("/id")),
        Duration.ofSeconds(5));
  }

  private void write(String... lines) throws IOException {
    Files.writeString(
        folder.resolve("capture.jsonl"), Stream.of(lines).collect(Collectors.joining("\n")));
  }

  private static String line(
      long at, long connection, String method, String path, String body, int status, String json) {
    try {
      return CapturedExchange.WRITER.writeValueAsString(
          new CapturedExchange(
              at,
              connection,
              method,
              path,
              Map.of(),
              null,
              body,
              null,
              null,
              null,
              status,
              Map.of(),
              json,
              9));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
