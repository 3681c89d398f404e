package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Run;
import io.perfline.gate.Runs;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Point;
import org.influxdb.dto.Query;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses a real InfluxDB. */
class InfluxHistoryIT {

  private static final String KEY = PastRuns.key("http/record", "recorder");
  private static final Run CANDIDATE = Runs.good();

  private InfluxDb influxDb;
  private InfluxDB client;

  @BeforeEach
  void aDatabaseOfItsOwn() {
    influxDb = OneInfluxDb.database();
    client =
        InfluxDBFactory.connect(influxDb.url().toString(), influxDb.user(), influxDb.password());
    client.query(new Query("CREATE DATABASE \"" + influxDb.database() + "\""));
    client.setDatabase(influxDb.database());
  }

  @Test
  void readsTheNewestRunsOldestFirst() {
    for (int i = 1; i <= 30; i++) {
      run("r" + i, i, Map.of(), "PASS: fine");
    }

    List<PastCase> cases =
        ask(Set.of(Metric.RESPONSE_TIME_P95, Metric.THROUGHPUT, Metric.ERROR_RATE))
            .cases()
            .get(KEY);

    assertThat(cases).extracting(PastCase::run).endsWith("r3", "r2", "r1").hasSize(30);
    assertThat(cases.get(29).values().applyAsDouble(Metric.RESPONSE_TIME_P95)).isEqualTo(95);
    assertThat(cases.get(29).values().applyAsDouble(Metric.THROUGHPUT)).isEqualTo(100);
    assertThat(cases.get(29).values().applyAsDouble(Metric.ERROR_RATE)).isEqualTo(100 * 7 / 1007.0);
    assertThat(cases.get(29).errors()).isEqualTo(7);
    assertThat(cases.get(29).time()).isEqualTo(Runs.START.minusSeconds(3600));
  }

  @Test
  void computesFurtherPercentilesFromTheHistograms() {
    run("r1", 1, Map.of(), "PASS: fine");

    PastCase pastCase =
        ask(Set.of(Metric.SERVICE_TIME_P95, Metric.RESPONSE_TIME_P99_9)).cases().get(KEY).get(0);

    assertThat(pastCase.values().applyAsDouble(Metric.SERVICE_TIME_P95)).isBetween(94.0, 96.0);
    assertThat(pastCase.values().applyAsDouble(Metric.RESPONSE_TIME_P99_9)).isBetween(99.0, 101.0);
  }

  @Test
  void leavesOutRunsThatMayNotBeABaseline() {
    run("good", 1, Map.of(), "PASS: fine");
    run("warned", 2, Map.of(), "WARN: a bit");
    run("broken", 3, Map.of(), "FAIL: no");
    run("void", 4, Map.of(), "INVALID: nothing");
    run("unjudged", 5, Map.of(), null);
    run("waived", 6, Map.of(), "WARN: waived");
    client.write(verdict("waived", 6, "waived"));
    run("elsewhere", 7, Map.of("fingerprint", "other"), "PASS: fine");
    run("nightly", 8, Map.of("profile", "nightly"), "PASS: fine");
    run("staging", 9, Map.of("environment", "staging"), "PASS: fine");
    run("feature", 10, Map.of("branch", "feature"), "PASS: fine");
    run("invalid", 11, Map.of("valid", "false"), "PASS: fine");
    run("ancient", 24 * 31, Map.of(), "PASS: fine");
    run("later", -1, Map.of(), "PASS: fine");
    run(CANDIDATE.run(), 0.5, Map.of(), "PASS: fine");

    PastRuns runs = ask(Set.of(Metric.THROUGHPUT));

    assertThat(runs.cases().get(KEY)).extracting(PastCase::run).containsExactly("warned", "good");
    assertThat(runs.leftOut())
        .isEqualTo(
            "left out: 1 of another machine, 5 that didn't pass the gate themselves or were never"
                + " judged");
  }

  @Test
  void readsOnlyCasesOfTheCandidate() {
    run("r1", 1, Map.of(), "PASS: fine");
    run("r0", 600, Map.of("case", "http/given_up"), "PASS: fine");

    assertThat(ask(Set.of(Metric.THROUGHPUT)).cases()).containsOnlyKeys(KEY);
  }

  @Test
  void reportsAnEmptyHistory() {
    assertThat(ask(Set.of(Metric.THROUGHPUT)).leftOut()).isEqualTo("the history contains none");
  }

  @Test
  void aTruncatedHistogramGivesNoVerdict() {
    run("r1", 1, Map.of("histogram", "SElTVEZBQUFBR"), "PASS: fine");

    PastCase pastCase = ask(Set.of(Metric.RESPONSE_TIME_P99_9)).cases().get(KEY).get(0);

    assertThatThrownBy(() -> pastCase.values().applyAsDouble(Metric.RESPONSE_TIME_P99_9))
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(3))
        .hasMessageContaining("run r1");
  }

  @Test
  void withoutInfluxDbTheDatabaseOrThePasswordThereIsNoVerdict() {
    for (InfluxDb wrong :
        List.of(
            new InfluxDb(URI.create("http://127.0.0.1:1"), "perf", null, null),
            new InfluxDb(influxDb.url(), "nowhere", influxDb.user(), influxDb.password()),
            new InfluxDb(influxDb.url(), influxDb.database(), influxDb.user(), "wrong"))) {
      assertThatThrownBy(() -> new InfluxHistory(() -> wrong).runs(main(), CANDIDATE, Set.of()))
          .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(3))
          .hasMessageContaining("cannot read the history from InfluxDB at");
    }
  }

  private PastRuns ask(Set<Metric> metrics) {
    return new InfluxHistory(() -> influxDb).runs(main(), CANDIDATE, metrics);
  }

  private static Baseline.Past main() {
    Thresholds thresholds =
        ThresholdsFile.read(
            "t.yml",
            """
            version: 1
            thresholds:
              - {id: t, case: a, metric: throughput, pass: ">= 1 msg/s"}
            baselines: { main: { branch: main } }
            """);
    return (Baseline.Past) thresholds.baselines().get("main");
  }

  private void run(String run, double hoursAgo, Map<String, String> other, String decision) {
    Instant time = at(hoursAgo);
    String encoded = Runs.uniform(1000).encoded();
    client.write(
        Point.measurement("perf_case")
            .time(InfluxQl.nanoseconds(time), TimeUnit.NANOSECONDS)
            .tag("branch", other.getOrDefault("branch", "main"))
            .tag("environment", other.getOrDefault("environment", "local"))
            .tag("profile", other.getOrDefault("profile", "commit"))
            .tag("case", other.getOrDefault("case", "http/record"))
            .tag("target", "recorder")
            .addField("run", run)
            .addField("commit", Runs.COMMIT)
            .addField("fingerprint", other.getOrDefault("fingerprint", "ab12"))
            .addField("valid", Boolean.parseBoolean(other.getOrDefault("valid", "true")))
            .addField("requests", 1000L)
            .addField("messages", 1000L)
            .addField("errors", 7L)
            .addField("throughput_per_s", 100.0)
            .addField("p95_ms", 95.0)
            .addField("histogram", other.getOrDefault("histogram", encoded))
            .addField("service_histogram", encoded)
            .build());
    if (decision != null) {
      client.write(
          Point.measurement("perf_event")
              .time(InfluxQl.nanoseconds(time.plus(Duration.ofMinutes(1))), TimeUnit.NANOSECONDS)
              .tag("branch", other.getOrDefault("branch", "main"))
              .tag("environment", other.getOrDefault("environment", "local"))
              .tag("kind", "gate")
              .addField("run", run)
              .addField("text", decision)
              .build());
    }
  }

  private static Point verdict(String run, double hoursAgo, String finding) {
    return Point.measurement("perf_verdict")
        .time(InfluxQl.nanoseconds(at(hoursAgo)), TimeUnit.NANOSECONDS)
        .tag("branch", "main")
        .tag("environment", "local")
        .addField("run", run)
        .addField("finding", finding)
        .build();
  }

  private static Instant at(double hoursAgo) {
    return Runs.START.minusMillis((long) (hoursAgo * 3_600_000));
  }
}
