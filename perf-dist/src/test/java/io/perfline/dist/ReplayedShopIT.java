package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replays recorded traffic of a Spring Boot service against two versions of it. */
@Tag("acceptance")
@Timeout(600)
class ReplayedShopIT extends OwnServiceContract {

  private static final String PERF_YML =
      """
      version: 1
      name: shop
      service:
        build: "cp %s shop.jar && %s uf shop.jar BOOT-INF"
        command: "exec %s -XX:TieredStopAtLevel=1 -jar shop.jar --server.port=${PORT}"
        artifact: shop.jar
        ready: {get: /}
      load:
        shop: {replay: load/shop.jsonl, speed: 2x, fields: [/], ignore: [/timestamp]}
      profiles: {commit: {warm_up: 2 s, duration: 4 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      baselines: {parent: {paired: true}}
      thresholds:
        - {id: errors, case: shop, metric: error_rate, pass: "<= 0 %"}
        - {id: time, case: paired/shop, metric: service_time.p50, pass: "<= +900 %", baseline: parent}
      """;

  @Test
  void reportsAChangedFieldWithItsPosition() throws Exception {
    Path java = JAVA.resolve("bin/java");
    Path jar = only();
    Files.createDirectories(home.resolve("load"));
    record(java, jar);

    project.write("perf.yml", PERF_YML.formatted(jar, JAVA.resolve("bin/jar"), java));
    project.write("thresholds.yml", THRESHOLDS);
    project.write(".gitignore", "*.jar\nruns\n.perf\n");
    errorsShowThePath("always", "as recorded");
    project.ci(0, "no limit is exceeded");
    errorsShowThePath("never", "no path in errors");
    project.ci(1, "FAIL");

    List<CaseResult> cases = project.lastRun().cases();
    assertThat(cases).extracting(CaseResult::name).containsExactly("shop", "paired/shop");
    assertThat(cases)
        .allSatisfy(
            result ->
                assertThat(result.errors())
                    .containsOnlyKeys("json /path differs from the recording"));
    assertThat(cases.get(1).pairs())
        .isNotEmpty()
        .allMatch(pair -> pair.baseline().errorCount() == 0);
  }

  private void errorsShowThePath(String when, String message)
      throws IOException, InterruptedException {
    project.write(
        "BOOT-INF/classes/application.properties",
        "%s=%s%n".formatted("server.error.include-path", when));
    project.commit(message);
  }

  private void record(Path java, Path jar) throws Exception {
    int port = free();
    int proxy = free();
    Process shop =
        new ProcessBuilder(java.toString(), "-jar", jar.toString(), "--server.port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("shop.log").toFile())
            .start();
    try {
      ask(port, "GET", "/");
      CompletableFuture<Ended> capture = CompletableFuture.supplyAsync(() -> capture(port, proxy));
      ask(proxy, "GET", "/");
      for (int i = 0; i < 100; i++) {
        ask(proxy, "POST", "/orders");
        ask(proxy, "GET", "/nowhere");
      }
      Ended ended = capture.get(2, TimeUnit.MINUTES);
      assertThat(ended.code()).as("%s", ended).isZero();
      assertThat(ended.text()).contains("load/shop.jsonl: 201 exchanges");
    } finally {
      shop.destroy();
      shop.waitFor();
      Files.delete(home.resolve("shop.log"));
    }
  }

  private Ended capture(int port, int proxy) {
    try {
      return perfline.shell(
          home,
          Map.of(),
          "perfline capture --listen %d --to http://127.0.0.1:%d --out load/shop.jsonl --seconds 20"
              .formatted(proxy, port));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends a request until it is answered, because the server may be starting. */
  private static void ask(int port, String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, BodyPublishers.noBody())
            .build();
    while (true) {
      try {
        HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
        assertThat(answer.body())
            .contains(path.equals("/nowhere") ? "\"path\":\"/nowhere\"" : "\"state\":\"NEW\"");
        return;
      } catch (ConnectException starting) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
  }

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Path only() throws IOException {
    try (var files = Files.list(SERVICES)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("spring-shop"))
          .findFirst()
          .orElseThrow();
    }
  }
}
