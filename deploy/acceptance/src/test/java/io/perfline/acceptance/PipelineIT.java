package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code ./perfline ci} in an empty clone, and everything that must make it fail. The later
 * tests reuse the stack of the first run.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PipelineIT {

  @TempDir static Path folder;
  private static Checkout clone;
  private static Checkout.Output ci;

  @BeforeAll
  static void runTheWholePipelineInAnEmptyClone() throws IOException {
    clone = Checkout.cloneInto(folder.resolve("perfline"));
    addTheDocumentedWorkload(); // before the build, because a new file requires another one
    ci =
        clone.perf(
            "ci",
            "--profile",
            "smoke",
            "--run-id",
            "first",
            "--thresholds",
            file(SampleThresholds.REACHED_BY_ANY_MACHINE),
            "--keep-stack");
    System.out.println(ci);
  }

  private static void addTheDocumentedWorkload() throws IOException {
    String workload = PageBlock.of(clone.path("deploy/jenkins/own-simulation.md"), "yaml");
    assertThat(workload).contains("{warm_up: 3 s, duration: 8 s}");
    Files.writeString(
        clone.path("gatling-sims/workloads/orders.yml"),
        workload.replace("{warm_up: 3 s, duration: 8 s}", "{warm_up: 500 ms, duration: 1 s}"));
  }

  @AfterAll
  static void takeTheStackDown() {
    List<ProcessHandle> parts = Stack.processes(clone);
    Checkout.Output down = clone.perf("stack", "down");
    assertThat(down.code()).as(down.toString()).isZero();
    assertThat(parts).noneMatch(Stack::isAlive);
  }

  @Test
  @Order(1)
  void endsWithAVerdictAndWritesItsFiles() throws IOException {
    assertThat(ci.code()).as(ci.toString()).isZero();
    for (String file : List.of("run.json", "verdict.json", "gate-junit.xml", "report/index.html")) {
      assertThat(clone.path("runs/first").resolve(file)).isNotEmptyFile();
    }
    JsonNode run = new ObjectMapper().readTree(clone.path("runs/first/run.json").toFile());
    assertThat(run.path("cases"))
        .extracting(measured -> measured.path("name").asText().split("/")[0])
        .contains("http", "kafka", "cassandra", "kryonet");
    assertThat(run.path("cases"))
        .allSatisfy(
            measured -> {
              assertThat(measured.path("problems")).as(measured.path("name").asText()).isEmpty();
              assertThat(measured.path("response_time").asText()).isNotEmpty();
            });
  }

  @Test
  @Order(2)
  void writesAnAccessibleReport() throws IOException {
    try (Accessibility accessibility = Accessibility.start(folder)) {
      URI report = clone.path("runs/first/report/index.html").toUri();
      assertThat(accessibility.findings(report)).isEmpty();
    }
  }

  @Test
  @Order(2)
  void publishesToInfluxDb() {
    assertThat(Influx.count(clone, "perf_case", "requests")).isPositive();
    assertThat(Influx.count(clone, "perf_verdict", "verdict")).isPositive();
  }

  @Test
  @Order(3)
  void failsOnAnUnreachableLimit() throws IOException {
    Checkout.Output gate =
        clone.perf("gate", "runs/first", "--thresholds", file(SampleThresholds.PASS_NEVER));

    assertThat(gate.code()).as(gate.toString()).isEqualTo(1);
    assertThat(gate.text())
        .contains("kafka-impossible", "kafka/batch_size/256", "throughput", "999999999 msg/s");
  }

  @Test
  @Order(4)
  void refusesAnUnknownKeyInTheThresholdsBeforeAnyLoad() throws IOException {
    String thresholds = file(SampleThresholds.PASS_NEVER.replace("pass:", "pas:"));

    Checkout.Output refused =
        clone.perf("ci", "--profile", "smoke", "--run-id", "never", "--thresholds", thresholds);

    assertThat(refused.code()).as(refused.toString()).isEqualTo(2);
    assertThat(refused.text()).contains(thresholds + ":7", "pas");
    assertThat(clone.path("runs/never")).doesNotExist();
  }

  @Test
  @Order(6)
  void refusesAnApplicationWhoseListenerThrows() throws IOException {
    Path war = BrokenWar.writeTo(folder.resolve("boom.war"));

    Checkout.Output deployed = clone.perf("deploy", war.toString(), "--path", "/boom");

    assertThat(deployed.code()).as(deployed.toString()).isEqualTo(3);
    assertThat(deployed.text()).contains("FAIL - ", BrokenWar.MESSAGE);
  }

  @Tag("acceptance")
  @Test
  @Order(6)
  void failsADeliberatelySlowedCopy() throws IOException {
    Path json = folder.resolve("selftest.json");

    Checkout.Output selftest =
        clone.perfDev(
            "selftest",
            "--profile",
            "smoke",
            "--slow",
            "kryonet/cpu=200us",
            "--json",
            json.toString());

    assertThat(selftest.code()).as(selftest.toString()).isNotEqualTo(2);
    JsonNode rows = new ObjectMapper().readTree(json.toFile());
    assertThat(rows)
        .extracting(row -> row.path("way").asText() + ": " + row.path("change").asText())
        .containsExactly(
            "record: none (A/A)", "pages: none (A/A)", "kryonet: cpu 200 us", "topic: none (A/A)");
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.path("median_seconds").asDouble()).isPositive());
  }

  @Test
  @Order(6)
  void runsTheDocumentedWorkloadOfAnOwnSimulationAndGivesNoVerdictOnOthers() throws IOException {
    Checkout.Output run =
        clone.perf("run", "orders", "--profile", "commit", "--out", "runs/orders");

    assertThat(run.code()).as(run.toString()).isZero();
    assertThat(run.text()).contains("orders/batch_size/128").doesNotContain("batch_size/1024");

    String recorded = SampleThresholds.PASS_NEVER.replace("kafka/batch_size/256", "kafka/recorded");
    Checkout.Output gate =
        clone.perf(
            "gate", "runs/orders", "--thresholds", file(recorded.replace(">= 999999999", ">= 1")));
    assertThat(gate.code()).as(gate.toString()).isEqualTo(3);
    assertThat(gate.text()).contains("kafka-impossible", "kafka/recorded");
  }

  @Test
  @Order(7)
  void givesNoVerdictIfKafkaIsKilledUnderLoad() throws IOException {
    ProcessHandle kafka = Stack.process(clone, "kafka");
    Checkout.Running run =
        clone.startPerf(
            Map.of(), "run", "kafka/recorded", "--profile", "commit", "--out", "runs/killed");
    Path seconds = clone.path("runs/killed/kafka/kafka_recorded-recorder.seconds.csv");
    Eventually.isTrue("the first second on kafka is measured", () -> lines(seconds) > 1);
    Stack.kill(kafka);
    Checkout.Output ended = run.await(Duration.ofMinutes(3));

    assertThat(ended.code()).as(ended.toString()).isEqualTo(3);
    Checkout.Output gate = clone.perf("gate", "runs/killed");
    assertThat(gate.code()).as(gate.toString()).isEqualTo(3);
    JsonNode killed = new ObjectMapper().readTree(clone.path("runs/killed/run.json").toFile());
    assertThat(killed.path("cases"))
        .allSatisfy(measured -> assertThat(measured.path("problems")).isNotEmpty())
        .anySatisfy(measured -> assertThat(measured.path("errors")).isNotEmpty());

    Checkout.Output repaired = clone.perf("stack", "up");
    assertThat(repaired.code()).as(repaired.toString()).isZero();
  }

  @Test
  @Order(8)
  void keepsAnUnpublishedRunAndPublishesItOnceLater() {
    Stack.kill(clone, "influxdb");

    Checkout.Output unreachable = clone.perf("publish", "runs/first");
    assertThat(unreachable.code()).as(unreachable.toString()).isEqualTo(3);
    assertThat(unreachable.text()).contains("runs/first");
    assertThat(clone.path("runs/first/run.json")).isNotEmptyFile();

    assertThat(clone.perf("stack", "up").code()).isZero();
    assertThat(clone.perf("publish", "runs/first").code()).isZero();
    long once = Influx.count(clone, "perf_case", "requests");
    assertThat(clone.perf("publish", "runs/first").code()).isZero();
    assertThat(Influx.count(clone, "perf_case", "requests")).isEqualTo(once).isPositive();
  }

  @Test
  @Order(9)
  void stopsEverythingWhenInterrupted() {
    Checkout.Output down = clone.perf("stack", "down");
    assertThat(down.code()).as(down.toString()).isZero();
    Checkout.Running pipeline =
        clone.startPerf(
            Map.of(), "ci", "--profile", "smoke", "--against", "none", "--run-id", "interrupted");
    Eventually.isTrue("the load has begun", () -> pipeline.text().contains("==> run"));
    List<ProcessHandle> started = new ArrayList<>(Stack.processes(clone));
    pipeline.process().descendants().forEach(started::add);

    pipeline.process().destroy();
    Checkout.Output ended = pipeline.await(Duration.ofMinutes(1));

    assertThat(ended.code()).as(ended.toString()).isEqualTo(143);
    assertThat(started).as(ended.toString()).isNotEmpty().noneMatch(Stack::isAlive);
    assertThat(clone.path("runs/interrupted/run.json")).doesNotExist();
  }

  /** {@code MainTest} tests the errors of each command without a process. */
  @Test
  @Order(10)
  void distinguishesWrongUsageFromFailure() {
    List<Checkout.Running> all =
        Stream.of("ci", "gate runs/first")
            .map(command -> clone.startPerf(Map.of(), (command + " --no-such-flag").split(" ")))
            .toList();
    for (Checkout.Running running : all) {
      Checkout.Output refused = running.await(Duration.ofMinutes(2));
      assertThat(refused.code()).as(refused.toString()).isEqualTo(2);
      assertThat(refused.text()).contains("--no-such-flag");
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException notYet) {
      return 0;
    }
  }

  private static String file(String thresholds) throws IOException {
    return SampleThresholds.file(folder, thresholds).toString();
  }
}
