package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.gatling.GatlingReport.Row;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpLoads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Gatling against a small server that works, fails, hangs or is missing. */
class GatlingLoadIT {

  private static final String CASE = "http/record";
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  @TempDir Path folder;

  @Test
  void measuresASteadyLoadAndCountsErrorsByKind() throws Exception {
    AtomicInteger count = new AtomicInteger();
    try (TinyServer server =
        new TinyServer((path, body) -> count.getAndIncrement() % 10 == 0 ? 503 : 201)) {
      HttpLoad load = load(server.address(), 100, 1, 3);

      HttpResult result = run(load);

      CaseResult measured = result.result();
      assertThat(measured.problems()).isEmpty();
      assertThat(measured.name()).isEqualTo(CASE);
      assertThat(measured.requests() + measured.errorCount()).isEqualTo(300);
      assertThat(measured.errors()).containsOnlyKeys("status 503");
      assertThat(measured.errorCount()).isBetween(20L, 40L);
      assertThat(measured.bytes()).isEqualTo(measured.messages() * 50);
      assertThat(measured.responseTime().count()).isEqualTo(measured.requests());
      assertThat(measured.responseTime().meanUs())
          .isGreaterThanOrEqualTo(measured.serviceTime().meanUs());
      assertThat(measured.generator().cpu()).isBetween(0.0, 1.0);
      assertThat(measured.generator().longestPauseMs()).isPositive();
      assertThat(result.acknowledged()).isEqualTo(360);
      checkMessages(server, load);
      checkRawMaterial(measured);
      Path report = folder.resolve("http/http_record-recorder/report");
      Row all = GatlingReport.read(report).get("All Requests");
      assertThat(List.of(all.total(), all.ko())).containsExactly(400L, 40L);
    }
  }

  private static void checkMessages(TinyServer server, HttpLoad load) {
    String path = "/recorder/virtual-services/" + load.vsId() + "/recordings";
    assertThat(server.paths().stream().filter(path::equals)).hasSize(400);
    Set<String> ids = new HashSet<>();
    for (String body : server.bodies()) {
      Matcher id = ID.matcher(body);
      if (id.find()) {
        ids.add(id.group(1));
        assertThat(body).matches("\\{\"id\":.*,\"url\":\"/.*\",\"status\":200,\"time\":\\d+,.*}");
      }
    }
    assertThat(ids).hasSize(400);
  }

  private void checkRawMaterial(CaseResult result) throws IOException {
    Histogram response = new Histogram(3);
    response.setAutoResize(true);
    try (HistogramLogReader log =
        new HistogramLogReader(folder.resolve("http/http_record-recorder.hlog").toFile())) {
      for (EncodableHistogram next = log.nextIntervalHistogram();
          next != null;
          next = log.nextIntervalHistogram()) {
        if (next.getTag().equals("response")) {
          response.add((Histogram) next);
        }
      }
    }
    assertThat(TimeDistribution.of(response)).isEqualTo(result.responseTime());
    List<String> seconds =
        Files.readAllLines(folder.resolve("http/http_record-recorder.seconds.csv"));
    assertThat(seconds.get(0))
        .isEqualTo("second,requests,messages,bytes,errors,users,length,cpu_generator");
    assertThat(column(seconds, 1)).isEqualTo(result.requests());
    assertThat(column(seconds, 3)).isEqualTo(result.bytes());
    assertThat(column(seconds, 4)).isEqualTo(result.errorCount());
  }

  private static long column(List<String> lines, int column) {
    return lines.stream().skip(1).mapToLong(l -> Long.parseLong(l.split(",")[column])).sum();
  }

  @Test
  void isInvalidIfEveryResponseIsAFailure() throws Exception {
    try (TinyServer server = new TinyServer((path, body) -> 500)) {
      CaseResult result = run(load(server.address(), 20, 0, 1)).result();

      assertThat(result.problems()).contains("no request succeeded");
      assertThat(result.errors()).containsExactly(Map.entry("status 500", 20L));
      assertThat(result.responseTime().count()).isZero();
    }
  }

  @Test
  void isInvalidIfEveryConnectionIsRefused() throws Exception {
    CaseResult result = run(load(refusing(), 20, 0, 1)).result();

    assertThat(result.problems()).contains("no request succeeded");
    assertThat(result.errors()).containsExactly(Map.entry("connect refused", 20L));
  }

  @Test
  void isInvalidIfNoRequestWasSent() throws Exception {
    CaseResult result = run(load(refusing(), 0.1, 0, 1)).result();

    assertThat(result.problems()).contains("nothing was measured: Gatling logged no request");
    assertThat(result.requests()).isZero();
  }

  @Test
  void countsRequestsThatASilentServerNeverAnswers() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger count = new AtomicInteger();
    TinyServer.Answer answer =
        (path, body) -> {
          if (count.getAndIncrement() >= 20) {
            never.await();
          }
          return 201;
        };
    try (TinyServer server = new TinyServer(answer)) {
      CaseResult result = run(load(server.address(), 20, 0, 4)).result();

      assertThat(result.errors()).containsOnlyKeys("timeout");
      assertThat(result.requests() + result.errorCount()).isEqualTo(80);
      assertThat(result.problems())
          .anySatisfy(problem -> assertThat(problem).contains("no request succeeded in the last"));
    }
  }

  @Test
  void isInvalidIfGatlingDies() throws Exception {
    AtomicInteger count = new AtomicInteger();
    TinyServer.Answer answer =
        (path, body) -> {
          if (count.getAndIncrement() == 1000) {
            gatling().forEach(ProcessHandle::destroyForcibly);
          }
          return 201;
        };
    try (TinyServer server = new TinyServer(answer)) {
      CaseResult result = run(load(server.address(), 500, 0, 20)).result();

      assertThat(result.problems())
          .anySatisfy(problem -> assertThat(problem).contains("Gatling ended with code"))
          .anySatisfy(problem -> assertThat(problem).contains("planned 10000 requests"));
    }
  }

  @Test
  void stopsEverythingWhenInterrupted() throws Exception {
    CountDownLatch loaded = new CountDownLatch(1);
    TinyServer.Answer answer =
        (path, body) -> {
          loaded.countDown();
          return 201;
        };
    try (TinyServer server = new TinyServer(answer)) {
      AtomicReference<Exception> ended = new AtomicReference<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  run(load(server.address(), 20, 0, 600));
                } catch (InterruptedException | RuntimeException e) {
                  ended.set(e);
                }
              });
      thread.start();
      loaded.await();
      assertThat(gatling()).isNotEmpty();

      thread.interrupt();
      thread.join();

      assertThat(ended.get()).isInstanceOf(InterruptedException.class);
      assertThat(gatling()).isEmpty();
    }
  }

  @Test
  void doesNotMixWithAnEarlierLoad() throws IOException {
    Files.createDirectories(folder.resolve("http/http_record-recorder"));

    assertThatThrownBy(() -> run(load(refusing(), 1, 0, 1)))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("contains an earlier load");
  }

  private HttpResult run(HttpLoad load) throws InterruptedException {
    return new GatlingLoad(folder, Map.of()).run(CASE, Map.of("rate", "20"), load, elapsed -> {});
  }

  private static HttpLoad load(URI recorder, double rate, int warmUp, int duration) {
    return HttpLoads.record(
        recorder,
        rate,
        50,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(duration),
        Duration.ofSeconds(2));
  }

  private static URI refusing() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
  }

  private static List<ProcessHandle> gatling() {
    List<ProcessHandle> found = new ArrayList<>();
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains("io.gatling.app.Gatling"))
        .forEach(found::add);
    return found;
  }
}
