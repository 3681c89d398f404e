package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.compared;
import static io.perfline.gate.sample.SampleVerdicts.grown;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.Unchanged;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the exact bytes of points, in a locale with its own digits and decimal comma. */
class PointsTest {

  private final Locale before = Locale.getDefault();

  @BeforeEach
  void elsewhere() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
  }

  @AfterEach
  void home() {
    Locale.setDefault(before);
  }

  @Test
  void writesACaseExactlyByTheSchema() {
    TimeDistribution times = times(1000, 2000, 3000);
    Run run = run("20260102-030405", START, measured("kafka/batch_size/256", times));

    assertThat(CasePoints.of(run, Map.of()))
        .containsExactly(
            "perf_case,branch=main,case=kafka/batch_size/256,environment=local,profile=commit,"
                + "simulation=kafka,target=direct "
                + "build=\"7\",bytes_per_s=7680.0,"
                + "commit=\"0123456789012345678901234567890123456789\","
                + "error_rate=0.25,errors=1i,fingerprint=\"ab12\",generator_cpu=0.5,"
                + ("histogram=\"" + times.encoded() + "\",")
                + "max_ms=3.001,mean_ms=2.0003333333333333,messages=768i,p50_ms=2.0,p90_ms=3.001,"
                + "p95_ms=3.001,p99_ms=3.001,requests=3i,run=\"20260102-030405\","
                + "run_middle_ms=1767323050678i,run_window_ms=11000i,"
                + ("service_histogram=\"" + times.encoded() + "\",")
                + "sweep=\"batch_size\",sweep_value=256.0,"
                + "throughput_per_s=76.8,valid=true 1767323045678901234");
  }

  @Test
  void writesACaseAgainForLookupByRun() {
    Run run = run("20260102-030405", START, measured("kafka/batch_size/256", times(1000, 2000)));

    assertThat(CasePoints.byRun(run, Map.of()))
        .containsExactly(
            "perf_run,branch=main,case=kafka/batch_size/256,environment=local,profile=commit,run=20260102-030405,simulation=kafka,target=direct"
                + " error_rate=0.3333333333333333,errors=1i,max_ms=2.0,mean_ms=1.5,p50_ms=1.0,"
                + "p90_ms=2.0,p95_ms=2.0,p99_ms=2.0,run_middle_ms=1767323050678i,run_window_ms=11000i,throughput_per_s=51.2,valid=true"
                + " 1767323045678901234");
  }

  @Test
  void aSkippedCaseOfEqualBuildsHasNoFigures() {
    Run run =
        run(
            "20260102-030405",
            START,
            measured("paired/http", times(1)).with(new Unchanged("the same build")));

    assertThat(CasePoints.of(run, Map.of()))
        .containsExactly(
            "perf_case,branch=main,case=paired/http,environment=local,profile=commit,"
                + "simulation=paired,target=direct,validity=unchanged build=\"7\","
                + "commit=\"0123456789012345678901234567890123456789\",fingerprint=\"ab12\","
                + "run=\"20260102-030405\",run_middle_ms=1767323050678i,run_window_ms=11000i,"
                + "valid=false 1767323045678901234");
    assertThat(CasePoints.byRun(run, Map.of())).isEmpty();
  }

  @Test
  void onlyAnInvalidCaseHasATagForIt() {
    Run run = run("r", START, measured("http/a", times(1)).withProblems(List.of("starved")));

    assertThat(CasePoints.of(run, Map.of()).get(0))
        .startsWith("perf_case,branch=main,case=http/a,environment=local,profile=commit,")
        .contains(",validity=invalid ");
  }

  @Test
  void writesASecondOfABusinessCase() {
    Second second =
        new Second(3, START, 1, new Counts(10, 10, 0, 2, times(1000), null), 0, Map.of());

    assertThat(
            IntervalPoints.ofPart(
                "r", measured("http/browse", times(1)), "short-static", List.of(second)))
        .containsExactly(
            "perf_business_case,business_case=short,case=http/browse,content=static,run=r,"
                + "simulation=http,target=direct errors_per_s=2.0,max_ms=1.0,mean_ms=1.0,"
                + "min_ms=1.0,p95_ms=1.0,requests_per_s=10.0,second=3i 1767323045678901234");
  }

  @Test
  void omitsMissingValues() {
    Run run = run("r", START, measured("http/record", times()));

    assertThat(CasePoints.of(run, Map.of()).get(0))
        .contains("requests=0i")
        .doesNotContain("mean_ms")
        .doesNotContain("p95_ms")
        .doesNotContain("NaN");
  }

  /** Otherwise the newest points of each threshold would be those of an earlier run. */
  @Test
  void aRunWithoutLinesHasAPointWithoutVerdict() {
    Run run = run("r", START, measured("http/record", times(1)));
    Verdict valid = verdict(run);
    Verdict invalid =
        new Verdict(
            Verdict.SCHEMA,
            valid.run(),
            valid.build(),
            valid.branch(),
            valid.commit(),
            valid.profile(),
            valid.environment(),
            valid.judged(),
            Outcome.INVALID,
            "no verdict",
            null,
            List.of("the generator was short of CPU"),
            List.of(),
            List.of());

    assertThat(VerdictPoints.of(run, invalid)).hasSize(1);
    assertThat(VerdictPoints.of(run, invalid).get(0))
        .contains("threshold=valid_run", "severity=3i", "the generator was short of CPU");
  }

  @Test
  void writesEachLineOfAVerdictExceptForOtherProfiles() {
    Run run = run("r", START, measured("http/record", times(1)));

    assertThat(
            VerdictPoints.of(
                run,
                verdict(
                    run,
                    line("record p95", "http/record", Finding.EXCEEDED, 300.5),
                    line("gone", "http/gone", Finding.NOT_MEASURED, null),
                    line("soak", "http/soak", Finding.OTHER_PROFILE, null))))
        .containsExactly(
            "perf_verdict,branch=main,case=**,environment=local,target=none,threshold=valid_run"
                + " build=\"7\",condition=\"–\",finding=\"within_pass\",metric=\"valid_run\",reason=\"\","
                + "run=\"r\",run_middle_ms=1767323050678i,run_window_ms=11000i,severity=0i,verdict=\"PASS\""
                + " 1767323045678901234",
            "perf_verdict,branch=main,case=http/record,environment=local,target=direct,threshold=record\\"
                + " p95 build=\"7\",condition=\"<= 0.25"
                + " s\",finding=\"broken\",limit=250.0,metric=\"response_time.p95\",reason=\"because"
                + " \\\"it\\\" is\",run=\"r\","
                + "run_middle_ms=1767323050678i,run_window_ms=11000i,severity=2i,unit=\"ms\",value=300.5,verdict=\"FAIL\""
                + " 1767323045678901234",
            "perf_verdict,branch=main,case=http/gone,environment=local,target=direct,threshold=gone"
                + " build=\"7\",condition=\"<= 0.25"
                + " s\",finding=\"not_measured\",limit=250.0,metric=\"response_time.p95\",reason=\"because"
                + " \\\"it\\\" is\",run=\"r\","
                + "run_middle_ms=1767323050678i,run_window_ms=11000i,severity=3i,unit=\"ms\",verdict=\"INVALID\""
                + " 1767323045678901234");
  }

  /** The dashboard of one case draws changes in percent and in bytes on axes of their own. */
  @Test
  void distinguishesDifferencesFromChangesInPercent() {
    Run run = run("r", START, measured("http/record", times(1)));

    assertThat(VerdictPoints.of(run, verdict(run, compared("http/record"), grown("http/record"))))
        .satisfiesExactly(
            validity -> assertThat(validity).doesNotContain("kind="),
            percent -> assertThat(percent).contains(",kind=comparison,", "unit=\"%\""),
            bytes ->
                assertThat(bytes)
                    .contains(",kind=difference,", "unit=\"B\"", "limit=1000.0,", "value=300.0,")
                    .contains("value_high=500.0,value_low=100.0"));
  }

  /** Dashboards draw limits in one unit, whatever unit {@code thresholds.yml} uses. */
  @ParameterizedTest
  @CsvSource({
    "cpu,           us,      ms,    0.002",
    "service_time.p95, s,    ms,    2000",
    "allocation,    kB,      B,     2000",
    "live_set,      MB,      B,     2000000",
    "live_set,      MiB,     B,     2097152",
    "throughput,    msg/min, msg/s, 0.03333333333333333",
    "bytes,         MB/s,    B/s,   2000000",
    "stalls,        %,       %,     2",
    "capacity,      users,   users, 2"
  })
  void writesValuesAndLimitsInTheFirstUnit(String metric, String unit, String first, double two) {
    Run run = run("r", START, measured("http/record", times(1)));
    Line line =
        SampleLines.line(
            "limit",
            "http/record",
            "direct",
            metric,
            "<= 2 " + unit,
            null,
            2.0,
            unit,
            new ConfidenceInterval(2.0, null, 0.99, "a test's"),
            300,
            null,
            Finding.WITHIN_PASS,
            "met");

    assertThat(VerdictPoints.of(run, verdict(run, line)).get(1))
        .contains(
            "condition=\"<= 2 " + unit + "\"",
            "unit=\"" + first + "\"",
            "limit=" + two + ",",
            "value=" + two + ",",
            "value_low=" + two + ",")
        .doesNotContain("value_high");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generator",
        "tomcat",
        "kafka",
        "kafka-2",
        "cassandra",
        "cassandra-2",
        "redis",
        "etcd",
        "etcd-3",
        "influxdb",
        "grafana"
      })
  void writesTheCpuOfTheGeneratorAndOfEveryPartOfTheStack(String process) {
    Second second =
        new Second(
            0, START, 1, new Counts(10, 10, 1000, 0, times(1), null), 8, Map.of(process, 0.25));

    assertThat(IntervalPoints.stream("r", "http/record", "direct", List.of(second)))
        .singleElement()
        .asString()
        .contains("cpu_" + process + "=0.25");
  }

  @Test
  void marksTheDeploymentBeforeAndTheVerdictAfterTheLoad() {
    Run run = run("r", START, measured("http/record", times(1)));

    assertThat(
            EventPoints.of(
                run,
                Optional.of(verdict(run, line("t", "http/record", Finding.WITHIN_PASS, 1.0))),
                "FAIL: worse"))
        .containsExactly(
            "perf_event,branch=main,environment=local,kind=deployment"
                + " build=\"7\",run=\"r\",run_middle_ms=1767323050678i,run_window_ms=11000i,text=\"deployed"
                + " 0123456789012345678901234567890123456789\" 1767323045678901234",
            "perf_event,branch=main,environment=local,kind=gate"
                + " build=\"7\",changed=true,run=\"r\",run_middle_ms=1767323050678i,run_window_ms=11000i,text=\"PASS:"
                + " in one sentence\" 1767323055678901234");
  }

  @Test
  void refusesTagsAndFieldsOutsideTheSchema() {
    SchemaPoint point = SchemaPoint.of(InfluxSchema.PERF_EVENT, START);

    assertThatThrownBy(() -> point.tag("run", "r")).hasMessage("perf_event has no run");
    assertThatThrownBy(() -> point.field("value", 1.0)).hasMessage("perf_event has no value");
  }
}
