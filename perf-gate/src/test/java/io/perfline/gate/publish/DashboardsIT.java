package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.throughput;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.sample.TestMain;
import io.perfline.gate.imported.ImportCommand;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.Dashboard.Asked;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends every query of every dashboard to a real InfluxDB with published runs. */
class DashboardsIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  /** A viewer's choices; every other variable has the value "All". */
  private static final Substitution YEAR =
      new Substitution(
          "time >= now() - 1d", "1m", Map.of("run", "r2", "other", "r1", "candidate", "r2"));

  private static final Substitution ONE_CASE =
      new Substitution("time >= now() - 1d", "1m", Map.of("case", "http/record"));

  private static Database database;

  @BeforeAll
  static void publishRuns(@TempDir Path folder) throws IOException {
    InfluxDb influxDb = OneInfluxDb.database();
    database = Database.at(influxDb, Retry.patient());
    SampleHistory.publish(database, Instant.now().minus(Duration.ofHours(2)));
    publishImported(folder, Instant.now().minus(Duration.ofHours(1)));
  }

  /** Writes half a minute of JMeter results. */
  private static void publishImported(Path folder, Instant start) throws IOException {
    Path run = folder.resolve("imported");
    StringBuilder lines =
        new StringBuilder("timeStamp,elapsed,label,responseCode,success,bytes,allThreads\n");
    for (int i = 0; i < 300; i++) {
      lines.append(
          "%d,%d,order,200,true,512,4%n"
              .formatted(start.plusMillis(100L * i).toEpochMilli(), 5 + i % 7));
    }
    String jtl = Files.writeString(folder.resolve("load.jtl"), lines).toString();
    String[] words = {"import", "jmeter", jtl, "--out", run.toString(), "--branch", "main"};
    assertThat(Command.run(TestMain.perf(List.of(ImportCommand.class)), words)).isZero();
    RunWithSeconds imported = RunWithSeconds.read(run);
    new Publishing(database, Clock.systemUTC())
        .publish(imported.run(), imported.seconds(), Map.of(), Optional.empty());
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static Stream<Asked> queries() throws IOException {
    return Dashboard.all(HOME).stream().flatMap(dashboard -> dashboard.queries().stream());
  }

  @ParameterizedTest
  @MethodSource("queries")
  void everyQueryReturnsRows(Asked asked) {
    Substitution chosen = asked.where().startsWith("service.json") ? ONE_CASE : YEAR;
    assertThat(database.rows(chosen.into(asked.query()))).as(asked.query()).isNotEmpty();
  }

  /** A line that only a failed run has, such as that of a server that ended, must not stay. */
  @Test
  void theReleaseGateShowsTheNewestRunOnly() throws IOException {
    Instant start = Instant.now().minus(Duration.ofMinutes(30));
    publishJudged("ended", start, SampleLines.serverEnd("http/record", "direct", "exit code 137"));
    publishJudged("good", start.plusSeconds(60), throughput("http/record", 76.8));
    Substitution topic = new Substitution("time >= now() - 1d", "1m", Map.of("branch", "topic"));

    List<List<Object>> newest = database.rows(topic.into(gate("variable candidate"))).toList();
    String candidate = newest.get(0).get(1).toString();
    Substitution chosen =
        new Substitution(
            "time >= now() - 1d", "1m", Map.of("branch", "topic", "candidate", candidate));

    assertThat(newest).hasSize(1);
    assertThat(candidate).isEqualTo("good");
    assertThat(database.rows(chosen.into(gate("The candidate A"))))
        .extracting(row -> row.get(1))
        .containsExactly(0.0);
    assertThat(database.rows(chosen.into(gate("Thresholds that block the candidate A")))).isEmpty();
    assertThat(database.rows(chosen.into(gate("Every threshold, worst first A")))).hasSize(2);
  }

  private static void publishJudged(String id, Instant start, Line line) {
    Run main = run(id, start, measured("http/record", start, times(1000)));
    Run run =
        new Run(
            main.schema(),
            id,
            main.build(),
            "topic",
            main.commit(),
            main.deployedCommit(),
            main.profile(),
            main.environment(),
            main.started(),
            main.ended(),
            main.catalogue(),
            main.cases(),
            null,
            null);
    new Publishing(database, Clock.systemUTC())
        .publish(run, Map.of(), Map.of(), Optional.of(verdict(run, line)));
  }

  private static String gate(String where) throws IOException {
    return queries()
        .filter(asked -> asked.where().equals("release-gate.json: " + where))
        .map(Asked::query)
        .findFirst()
        .orElseThrow();
  }

  /** An imported run has everything except the generator's CPU and pages. */
  @Test
  void dashboardsFindTheCasesOfAnImportedRun() throws IOException {
    Substitution imported = new Substitution("time >= now() - 1d", "1m", Map.of("run", "imported"));
    List<Asked> asked =
        queries()
            .filter(one -> one.where().startsWith("run.json") && one.query().contains("'${run}'"))
            .filter(one -> !one.query().contains("cpu_") && !one.query().contains("business_case"))
            .toList();

    assertThat(asked).hasSizeGreaterThan(10);
    assertThat(asked)
        .filteredOn(one -> database.rows(imported.into(one.query())).findAny().isEmpty())
        .isEmpty();
    assertThat(
            database
                .rows("SHOW TAG VALUES FROM \"intervals\".\"perf_interval\" WITH KEY = \"case\"")
                .toList()
                .toString())
        .contains("jmeter/order");
  }
}
