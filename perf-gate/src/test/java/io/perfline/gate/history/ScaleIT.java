package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.RunFile;
import io.perfline.core.sample.TestMain;
import io.perfline.gate.GateCommand;
import io.perfline.gate.Runs;
import io.perfline.gate.TrendCommand;
import io.perfline.gate.sample.OneInfluxDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the gate and the trend on a long history in a real InfluxDB, as started by the launcher,
 * with a limited heap. Prints their durations; {@code -Dhistory.runs} and {@code -Dhistory.cases}
 * set the size.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ScaleIT {

  private static final int RUNS = Integer.getInteger("history.runs", 200);
  private static final int CASES = Integer.getInteger("history.cases", 10);
  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static InfluxDb influxDb;

  @BeforeAll
  static void aLongHistory() {
    influxDb = OneInfluxDb.database("perfline");
    new LongHistory(RUNS, CASES, NOW).write(influxDb);
  }

  @Test
  void judgesEveryCaseAgainstALongHistory() throws Exception {
    Path run = run();
    Path thresholds =
        Files.writeString(
            folder.resolve("thresholds.yml"),
            """
            version: 1
            thresholds:
              - id: p95-against-main
                case: load/size/*
                metric: response_time.p95
                pass: "<= +300 %"
                baseline: main
            baselines: { main: { branch: main, max_age: 3650 d } }
            """);

    Ended gate = perf("gate", run.toString(), "--thresholds", thresholds.toString());

    assertThat(gate.code()).as(gate.text()).isZero();
    assertThat(gate.text()).contains("All %d limits measured by the profile ".formatted(CASES));
    report("gate", gate);
  }

  @Test
  void findsTheOnlyShift() throws Exception {
    Path json = folder.resolve("trend.json");

    Ended trend = perf("trend", "--days", "36500", "--json", json.toString());

    assertThat(trend.code()).as(trend.text()).isEqualTo(1);
    JsonNode shifts = JSON.readTree(json.toFile());
    assertThat(shifts).as(trend.text()).hasSize(2);
    for (JsonNode shift : shifts) {
      assertThat(shift.path("case").asText()).isEqualTo(LongHistory.SHIFTED);
      assertThat(shift.path("change_percent").asDouble()).isBetween(15.0, 25.0);
      assertThat(shift.path("state").asText()).isEqualTo("new");
      assertThat(shift.path("after_commit").asText()).isLessThan(LongHistory.commit(RUNS / 2));
      assertThat(shift.path("up_to_commit").asText())
          .isGreaterThanOrEqualTo(LongHistory.commit(RUNS / 2));
    }
    report("trend", trend);
  }

  /** Writes a run of unchanged cases. */
  private static Path run() throws IOException {
    Path run = Files.createDirectories(folder.resolve("run"));
    RunFile.write(run, Runs.good());
    Path file = run.resolve(RunFile.NAME);
    ObjectNode tree = (ObjectNode) JSON.readTree(file.toFile());
    ArrayNode planned = replicated((ArrayNode) tree.get("catalogue"));
    ArrayNode measured = replicated((ArrayNode) tree.get("cases"));
    tree.set("catalogue", planned);
    tree.set("cases", measured);
    for (JsonNode one : measured) {
      ((ObjectNode) one).put("start", NOW.minusSeconds(30).toString());
      ((ObjectNode) one).put("end", NOW.minusSeconds(20).toString());
    }
    tree.put("started", NOW.minusSeconds(60).toString());
    tree.put("ended", NOW.toString());
    JSON.writeValue(file.toFile(), tree);
    return run;
  }

  private static ArrayNode replicated(ArrayNode first) {
    ArrayNode all = JSON.createArrayNode();
    for (int i = 0; i < CASES; i++) {
      all.add(((ObjectNode) first.get(0).deepCopy()).put("name", "load/size/" + i));
    }
    return all;
  }

  private record Ended(int code, String text, double seconds, long peakKib) {}

  private static Ended perf(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Dperf.home=" + HOME, "-cp", System.getProperty("java.class.path")));
    command.add(TestMain.class.getName());
    command.add(GateCommand.class.getName() + "," + TrendCommand.class.getName());
    command.addAll(List.of(arguments));
    Path log = folder.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("PERF_INFLUXDB_PORT", Integer.toString(influxDb.url().getPort()));
    builder.environment().put("PERF_INFLUXDB_USER", influxDb.user());
    builder.environment().put("PERF_INFLUXDB_PASSWORD", influxDb.password());
    long begin = System.nanoTime();
    Process process = builder.start();
    long peak = 0;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, peakKib(process));
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Ended(process.exitValue(), Files.readString(log), seconds, peak);
  }

  /** Returns the peak memory of the process as reported by Linux; 0 on other systems. */
  private static long peakKib(Process process) {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException gone) {
      return 0;
    }
  }

  private static void report(String what, Ended ended) {
    System.out.printf(
        "%s: %d cases, %d runs of history: %.2f s, %d MiB%n",
        what, CASES, RUNS, ended.seconds(), ended.peakKib() / 1024);
  }
}
