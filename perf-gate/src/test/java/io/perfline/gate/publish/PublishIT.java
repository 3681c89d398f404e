package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.seconds;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.LongText;
import io.perfline.gate.verdict.Finding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Uses a real InfluxDB. */
class PublishIT {

  private final OneDatabase database = OneDatabase.create();

  @Test
  void createsTheDatabaseAndWritesCasesVerdictsAndEvents() {
    Run run = run("r1", START, measured("http/record", times(1000, 2000)));

    Publishing.Counts counts =
        database.publish(run, verdict(run, line("t", "http/record", Finding.EXCEEDED, 2.0)));

    assertThat(counts).isEqualTo(new Publishing.Counts(1, 0, 0, 2, 2));
    assertThat(
            database.rows(
                "SELECT run, p95_ms, valid, \"case\", branch FROM perf_case WHERE time = "
                    + "1767323045678901234"))
        .containsExactly(
            List.of("2026-01-02T03:04:05.678901234Z", "r1", 2.0, true, "http/record", "main"));
    assertThat(database.rows("SELECT verdict FROM perf_verdict")).hasSize(2);
    assertThat(database.rows("SELECT text FROM perf_event")).hasSize(2);
  }

  @Test
  void keepsSecondsFor90DaysAndTheRestForever() {
    Instant now = Instant.now();
    CaseResult recent = measured("http/record", now.minusSeconds(60), times(1));
    CaseResult old =
        measured("http/old", now.minus(Duration.ofDays(90)).minusSeconds(10), times(1));
    Run run = run("r1", recent.start(), recent, old);
    Map<CaseResult, List<Second>> seconds =
        Map.of(recent, seconds(recent, 20), old, seconds(old, 20));

    for (int i = 0; i < 2; i++) {
      try (Database open = database.open()) {
        assertThat(
                new Publishing(open, Clock.fixed(now, ZoneOffset.UTC))
                    .publish(run, seconds, Map.of(), Optional.empty()))
            .isEqualTo(new Publishing.Counts(2, 29, 11, 0, 1));
      }
    }

    assertThat(database.rows("SELECT count(second) FROM intervals.perf_interval").get(0).get(1))
        .isEqualTo(29.0);
    assertThat(database.rows("SELECT * FROM perf_interval")).isEmpty();
    assertThat(database.rows("SELECT \"case\", p95_ms FROM intervals.perf_run WHERE run = 'r1'"))
        .hasSize(2);
    assertThat(database.rows("SHOW RETENTION POLICIES"))
        .anySatisfy(row -> assertThat(row).contains("intervals", "2160h0m0s"))
        .anySatisfy(row -> assertThat(row).contains("autogen", "0s", true));
  }

  @Test
  void storesAnOldRunWithoutSeconds() {
    Run run = run("r1", START, measured("http/record", times(1)));
    Clock later =
        Clock.fixed(START.plus(Duration.ofDays(InfluxSchema.INTERVALS_DAYS + 1L)), ZoneOffset.UTC);

    try (Database open = database.open()) {
      new Publishing(open, later).publish(run, Map.of(), Map.of(), Optional.empty());
    }

    assertThat(database.rows("SELECT run FROM perf_case")).hasSize(1);
    assertThat(database.rows("SELECT * FROM intervals.perf_run")).isEmpty();
  }

  @Test
  void publishingTwiceChangesNothing() {
    Run run =
        run("r1", START, measured("http/record", times(1)), measured("kafka/x/1", times(2, 3)));
    database.publish(run, verdict(run, line("t", "http/record", Finding.EXCEEDED, 2.0)));
    List<List<Object>> once = database.rows("SELECT * FROM perf_case, perf_verdict, perf_event");

    database.publish(run, verdict(run, line("t", "http/record", Finding.EXCEEDED, 2.0)));

    assertThat(database.rows("SELECT * FROM perf_case, perf_verdict, perf_event")).isEqualTo(once);
  }

  @Test
  void aReplacedVerdictLeavesNoOldLines() {
    Run other = run("r0", START.minusNanos(1), measured("http/record", times(1)));
    database.publish(other, verdict(other, line("old", "http/record", Finding.EXCEEDED, 2.0)));
    Run run = run("r1", START, measured("http/record", times(1)));
    database.publish(
        run,
        verdict(
            run,
            line("old", "http/record", Finding.EXCEEDED, 2.0),
            line("kept", "http/record", Finding.EXCEEDED, 2.0)));

    database.publish(run, verdict(run, line("kept", "http/record", Finding.WITHIN_PASS, 2.0)));

    assertThat(
            database.rows(
                "SELECT run, threshold, verdict FROM perf_verdict WHERE threshold != 'valid_run'"))
        .extracting(row -> row.subList(1, 4))
        .containsExactly(List.of("r0", "old", "FAIL"), List.of("r1", "kept", "PASS"));
  }

  @Test
  void aCaseThatBecameValidReplacesTheInvalidOne() {
    CaseResult exceeded = measured("http/record", times(1));
    database.publish(
        run("r1", START, exceeded.withProblems(List.of("starved")), measured("http/b", times(1))));
    String valid = "SELECT run, \"case\" FROM perf_case WHERE validity != 'invalid'";
    assertThat(database.rows(valid)).extracting(row -> row.get(2)).containsExactly("http/b");

    database.publish(run("r1", START, exceeded, measured("http/b", times(1))));

    assertThat(database.rows(valid)).hasSize(2);
    assertThat(database.rows("SELECT run FROM perf_case")).hasSize(2);
  }

  @Test
  void writesBusinessCasesPagesAndContentSeparately() {
    Instant now = Instant.now();
    CaseResult browse = measured("http/browse", now.minusSeconds(60), times(1));
    try (Database open = database.open()) {
      new Publishing(open, Clock.fixed(now, ZoneOffset.UTC))
          .publish(
              run("r1", browse.start(), browse),
              Map.of(),
              Map.of(
                  browse,
                  Map.of("short-page", seconds(browse, 2), "long-static", seconds(browse, 3))),
              Optional.empty());
    }

    assertThat(
            database.rows(
                "SELECT count(mean_ms) FROM intervals.perf_business_case WHERE run = 'r1'"
                    + " GROUP BY business_case, content"))
        .extracting(row -> row.get(1))
        .containsExactlyInAnyOrder(2.0, 3.0);
    assertThat(database.rows("SELECT * FROM intervals.perf_interval")).isEmpty();
  }

  @Test
  void escapesNames() {
    String name = "http/a b,c=d \"e\" 'f' ü→";
    database.publish(run("it's \"r\"", START, measured(name, times(1))));

    assertThat(database.rows("SELECT run, \"case\" FROM perf_case"))
        .extracting(row -> row.subList(1, 3))
        .containsExactly(List.of("it's \"r\"", name));
  }

  @Test
  void splitsAHistogramOfMoreThan64KiBAmongFields() {
    TimeDistribution wide = wide();
    assertThat(wide.encoded()).hasSizeGreaterThan(LongText.PART);

    database.publish(run("r1", START, measured("http/record", wide)));

    List<Object> row = database.rows("SELECT histogram, histogram_2 FROM perf_case").get(0);
    assertThat(TimeDistribution.decode("" + row.get(1) + row.get(2))).isEqualTo(wide);
  }

  @Test
  void refusesTwoCasesThatWouldOverwriteEachOther() {
    Run run =
        run("r1", START, measured("http/record", times(1)), measured("http/record", times(2)));

    assertThatThrownBy(() -> database.publish(run))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("took 2 points of perf_case, but contains 1");
  }

  /** Returns all of HdrHistogram's buckets with counts that don't compress. */
  private static TimeDistribution wide() {
    Random random = new Random(1);
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < 40_000; i++) {
      histogram.recordValueWithCount(
          (long) Math.exp(random.nextDouble() * 24), 1 + random.nextInt(1_000_000_000));
    }
    return TimeDistribution.of(histogram);
  }
}
