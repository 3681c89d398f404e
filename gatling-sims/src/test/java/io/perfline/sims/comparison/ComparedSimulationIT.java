package io.perfline.sims.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.cases.ProjectCases;
import io.perfline.sims.cases.ProjectDrivers;
import io.perfline.sims.paired.PairedDeployment.Endpoints;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the runs of a Gatling simulation against both builds of a comparison. */
class ComparedSimulationIT {

  /** Reads its address once, and sends the id of its process. */
  private static final String SIMULATION =
      """
      package team;

      import static io.gatling.javaapi.core.CoreDsl.*;
      import static io.gatling.javaapi.http.HttpDsl.*;
      import com.typesafe.config.ConfigFactory;
      import io.gatling.javaapi.core.Simulation;
      import java.time.Duration;

      public class Orders extends Simulation {
        private static final String URL = ConfigFactory.load().getString("baseUrl");

        public Orders() {
          if (%s) {
            throw new IllegalStateException("refused to run");
          }
          System.setProperty("used", "true");
          Thread leftOver = new Thread(java.util.concurrent.locks.LockSupport::park, "left over");
          leftOver.start();
          setUp(
                  scenario("orders")
                      .exec(http("get").get("/" + ProcessHandle.current().pid()))
                      .injectOpen(
                          constantUsersPerSec(10)
                              .during(
                                  Duration.ofSeconds(
                                      1 + Integer.getInteger("perfline.warm_up")))))
              .protocols(http.baseUrl(URL));
        }
      }
      """;

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();
  private final Queue<String> ofCandidate = new ConcurrentLinkedQueue<>();
  private final Queue<String> ofBaseline = new ConcurrentLinkedQueue<>();
  private HttpServer candidate;
  private HttpServer baseline;

  @BeforeEach
  void startBuilds() throws IOException {
    candidate = start(ofCandidate);
    baseline = start(ofBaseline);
  }

  @AfterEach
  void stopBuilds() {
    candidate.stop(0);
    baseline.stop(0);
  }

  @Test
  void oneJvmServesBothBuildsInTurnUntilARunFails() throws Exception {
    Path fails = folder.resolve("fails");
    String refused =
        "Boolean.getBoolean(\"used\") || new java.io.File(\"%s\").exists()".formatted(fails);
    try (ComparedSimulation simulation = simulation(refused)) {
      assertThat(run(simulation, true).requests()).isEqualTo(10);
      assertThat(run(simulation, false).requests()).isEqualTo(10);
      run(simulation, true);
      assertThat(folder.resolve("results")).doesNotExist();
      Files.createFile(fails);

      assertThatThrownBy(() -> run(simulation, true))
          .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3))
          .hasMessageContaining("refused to run");
    }
    assertThat(ofCandidate).hasSize(20).containsOnly(ofBaseline.peek());
    assertThat(ofBaseline).hasSize(10).containsOnly(ofCandidate.peek());
    assertThat(notes).isEmpty();
  }

  @Test
  void aSimulationThatRunsOnlyOnceInAJvmGetsANewOneForEachRun() throws Exception {
    String refused =
        "Thread.getAllStackTraces().keySet().stream()"
            + ".anyMatch(thread -> thread.getName().equals(\"left over\"))";
    try (ComparedSimulation simulation = simulation(refused)) {
      run(simulation, true);
      assertThat(run(simulation, false).valid()).isTrue();
    }
    assertThat(ofBaseline).isNotEmpty().doesNotContain(ofCandidate.peek());
    assertThat(notes)
        .singleElement()
        .asString()
        .startsWith("paired/orders: each run uses a new JVM")
        .contains("refused to run");
  }

  private static HttpServer start(Queue<String> paths) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          paths.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  /**
   * Compiles the simulation into a folder that is not in the class path of this JVM.
   *
   * @param refused the condition on which it refuses to run
   */
  private ComparedSimulation simulation(String refused) throws IOException {
    Path source = Files.writeString(folder.resolve("Orders.java"), SIMULATION.formatted(refused));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    String classPath = System.getProperty("java.class.path");
    String[] arguments = {"-d", classes.toString(), "-cp", classPath, source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    Path file =
        Files.writeString(
            folder.resolve("perf.yml"),
            """
            version: 1
            service: {url: 'http://127.0.0.1:1', baseline_url: 'http://127.0.0.1:2'}
            load:
              orders:
                gatling: team.Orders
                classpath: classes
                properties: {baseUrl: '${url}'}
                compare: true
            """);
    Project project = ProjectFile.read(file);
    CasePlan plan =
        ProjectCases.of(project, ProjectDrivers.of(project, Map.of())).stream()
            .filter(PairedKeys::isPaired)
            .findFirst()
            .orElseThrow();
    return new ComparedSimulation(
        project, plan, Duration.ofSeconds(1), folder.resolve("results"), notes::add);
  }

  private CaseResult run(ComparedSimulation simulation, boolean ofTheCandidate)
      throws InterruptedException {
    Endpoints endpoints = new Endpoints(environment(candidate), environment(baseline));
    return simulation.run(endpoints, ofTheCandidate, elapsed -> {});
  }

  private static Environment environment(HttpServer server) {
    return Environment.named("test")
        .at(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
  }
}
