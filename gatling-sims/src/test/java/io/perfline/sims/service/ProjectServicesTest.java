package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.paired.PairedDeployment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two remote builds, each with its own metrics. */
class ProjectServicesTest {

  @TempDir private Path folder;

  private static HttpServer using(int seconds) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] metrics =
              "process_cpu_seconds_total %d%n".formatted(seconds).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, metrics.length);
          exchange.getResponseBody().write(metrics);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void eachServerIsMeasuredForItsOwnBuild() throws Exception {
    HttpServer candidate = using(1);
    HttpServer baseline = using(2);
    try {
      Path file = folder.resolve("perf.yml");
      Files.writeString(
          file,
          """
          version: 1
          service: {url: '%s', baseline_url: '%s', metrics: /metrics}
          load: {all: {connections: 1, requests: [{get: /}]}}
          """
              .formatted(url(candidate), url(baseline)));
      ProjectServices services = services(ProjectFile.read(file));

      services.deploy(1);

      assertThat(services.pair().meter().shared()).isFalse();
      assertThat(services.pair().meter().read(true).cpuUs()).isEqualTo(1e6);
      assertThat(services.pair().meter().read(false).cpuTotalUs()).isEqualTo(2e6);
      assertThat(services.pair().meter().readsAside()).as("asked, it answers").isFalse();
      assertThat(services.pair().environmentOfBaseline().service()).hasToString(url(baseline));
    } finally {
      candidate.stop(0);
      baseline.stop(0);
    }
  }

  /** Each process ends only while the other is being stopped, too. */
  @Test
  void bothBuildsStopAtTheSameTime() throws Exception {
    Files.writeString(
        folder.resolve("service.sh"),
        """
        stop() {
          touch stopping.$PORT
          until [ $(ls | grep -c stopping) = 2 ]; do sleep 0.1; done
          touch stopped.$PORT
          exit 0
        }
        trap stop TERM
        touch started.$PORT
        while :; do sleep 0.1; done
        """);
    Path file = folder.resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service: {command: "PORT=${PORT} exec sh service.sh", ready: {get: /, within: 1 s}}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);
    try (ProjectServices services = services(ProjectFile.read(file))) {
      assertThatThrownBy(() -> services.deploy(1)).hasMessageContaining("tried for 1 s");
      for (int i = 0; i < 500 && files("started.").size() < 2; i++) {
        Thread.sleep(20);
      }
    }

    assertThat(files("stopped.")).hasSize(2);
  }

  @Test
  void aCandidateThatNeverBecomesReadyAloneIsBrokenIfTheBaselineDoes() throws Exception {
    String broken =
        "echo java.lang.RuntimeException; echo '  Caused by: no such topic';"
            + " echo '\t... 42 common frames omitted'; sleep 30 || ${PORT}";
    Project candidate = commanded(broken);
    try (ProjectServices services = services(candidate, commanded(answering()))) {
      assertThatThrownBy(() -> services.awaitReady(Duration.ofSeconds(1), line -> {}))
          .isInstanceOf(DriverException.class);

      assertThatThrownBy(() -> services.deploy(1))
          .isInstanceOf(PairedDeployment.NeverReady.class)
          .hasMessageStartingWith(
              "the candidate never became ready, and the baseline did in the same place:"
                  + " no such topic (")
          .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
      assertThat(services.neverReady().orElseThrow().isRegression()).isTrue();
      assertThatThrownBy(
              () ->
                  services.awaitReady(
                      Duration.ofMinutes(1),
                      line -> {
                        throw new AssertionError("it is waited for twice: " + line);
                      }))
          .isInstanceOf(DriverException.class);
    }
  }

  @Test
  void aCandidateIsNotBrokenIfTheBaselineIsNotReadyEither() throws Exception {
    try (ProjectServices services =
        services(commanded("echo hello; exit 3 || ${PORT}"), commanded("exit 3 || ${PORT}"))) {
      assertThatThrownBy(() -> services.awaitReady(Duration.ofSeconds(1), line -> {}))
          .isInstanceOf(DriverException.class);

      assertThat(services.neverReady().orElseThrow().isRegression()).isFalse();
      assertThatThrownBy(() -> services.deploy(1))
          .hasMessageContaining("never became ready: ")
          .hasMessageContaining("; see ")
          .hasMessageEndingWith("service-candidate.log)");
    }
  }

  @Test
  void aServiceThatWasReadyOnceIsNotBroken() throws Exception {
    try (ProjectServices services =
        services(commanded(answering()), commanded("exit 3 || ${PORT}"))) {
      services.awaitReady(Duration.ofSeconds(30), line -> {});

      assertThat(services.neverReady()).isEmpty();
    }
  }

  private static String answering() {
    return "exec %s/bin/java -cp %s '%s' ${PORT} ok"
        .formatted(
            System.getProperty("java.home"),
            Path.of("target/test-classes").toAbsolutePath(),
            BuildIdentityTest.App.class.getName());
  }

  private Project commanded(String command) throws IOException {
    Path file = Files.createTempDirectory(folder, "commit").resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service:
          command: |
            %s
          ready: {get: /, within: 20 s}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(command));
    return ProjectFile.read(file);
  }

  private ProjectServices services(Project candidate, Project baseline) {
    return new ProjectServices(
        candidate,
        Environment.named("here"),
        new BuiltService("candidate", folder, null, candidate, null, null),
        new BuiltService("baseline", folder, null, baseline, null, null),
        folder,
        Map.of(),
        folder,
        null);
  }

  private ProjectServices services(Project project) {
    return services(project, project);
  }

  private List<String> files(String prefix) {
    String[] names = folder.toFile().list((directory, name) -> name.startsWith(prefix));
    return List.of(names);
  }
}
