package io.perfline.gate;

import static io.perfline.gate.GateProbe.perf;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.GateProbe.Ended;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.text.ValueText;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests publishing, the gate and the trend with a history in files. */
class FileHistoryTest {

  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  @TempDir Path folder;
  private Path history;
  private Path thresholds;
  private Path noInfluxDb;

  @BeforeEach
  void limits() throws IOException {
    history = folder.resolve("history");
    noInfluxDb = Files.writeString(folder.resolve("own.yml"), "name: local\n");
    thresholds =
        Files.writeString(
            folder.resolve("thresholds.yml"),
            """
            version: 1
            thresholds:
              - id: p50-against-main
                case: http/record
                metric: response_time.p50
                pass: "<= +20 %"
                baseline: main
            baselines: { main: { branch: main } }
            """);
  }

  @Test
  void judgesAgainstPublishedRuns() throws IOException {
    past(12);

    Ended same = gate(measured("same", 0, 1000));
    Ended slower = gate(measured("slower", 0, 1500));

    assertThat(same.code()).as(same.printed()).isZero();
    assertThat(slower.code()).as(slower.printed()).isEqualTo(1);
    assertThat(
            ValueText.origin(VerdictFile.read(folder.resolve("slower")).lines().get(0).baseline()))
        .startsWith("12 runs of main from")
        .endsWith("stored in the files of " + history);
  }

  @Test
  void reportsAnEmptyHistory() throws IOException {
    Ended ended = gate(measured("first", 0, 1000));

    assertThat(ended.printed().replaceAll("\\s+", " "))
        .contains("the history in %s contains none".formatted(history));
    assertThat(ended.printed()).doesNotContain("PASS  ");
  }

  @Test
  void leavesOutFailedAndUnjudgedRuns() throws IOException {
    past(7);
    publish(measured("unjudged", 50, 1000));
    Path failed = measured("failed", 49, 3000);
    assertThat(judge(failed, "<= 1 ms").code()).isEqualTo(1);
    publish(failed);

    Ended ended = gate(measured("candidate", 0, 1000));

    assertThat(ended.printed()).contains("7 of at least 8 runs");
    assertThat(ended.printed()).contains("that didn't pass the gate themselves");
  }

  @Test
  void publishingAgainChangesNothing() throws IOException {
    Path run = measured("r1", 1, 1000);
    publish(run);
    List<Path> files = new HistoryFolder(history).files();
    String before = Files.readString(files.get(0));
    publish(run);

    assertThat(new HistoryFolder(history).files()).isEqualTo(files).hasSize(1);
    assertThat(files.get(0)).hasContent(before);
  }

  @Test
  void namesATruncatedFileAndLeavesItOut() throws IOException {
    past(12);
    Path file = new HistoryFolder(history).files().get(3);
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, lines.size() - 1));

    Ended gate = gate(measured("candidate", 0, 1000));
    Ended trend = trend();

    assertThat(gate.code()).as(gate.printed()).isZero();
    assertThat(
            ValueText.origin(
                VerdictFile.read(folder.resolve("candidate")).lines().get(0).baseline()))
        .startsWith("11 runs of main")
        .contains("(without 1: ", file + ", line ", "the end is missing", "publish the run again");
    assertThat(trend.printed()).contains("left out: ", file.toString(), "the end is missing");
  }

  @Test
  void namesAMalformedPointAndLeavesItOut() throws IOException {
    past(12);
    Path file = new HistoryFolder(history).files().get(3);
    Files.writeString(file, Files.readString(file).replaceFirst(" \\d+\n", "\n"));

    Ended gate = gate(measured("candidate", 0, 1000));

    assertThat(gate.code()).as(gate.printed()).isZero();
    assertThat(
            ValueText.origin(
                VerdictFile.read(folder.resolve("candidate")).lines().get(0).baseline()))
        .contains(file + ", line 1");
  }

  @Test
  void namesUnreadableRunsIfTooFewRemain() throws IOException {
    past(8);
    Path file = new HistoryFolder(history).files().get(3);
    Files.writeString(file, "nonsense");

    Ended gate = gate(measured("candidate", 0, 1000));

    assertThat(
            ValueText.origin(
                VerdictFile.read(folder.resolve("candidate")).lines().get(0).baseline()))
        .contains("7 of at least 8 runs", file.toString());
    assertThat(gate.printed()).doesNotContain("PASS  ");
  }

  /** A reason of several lines, such as a stack trace, must not make the history unreadable. */
  @Test
  void aReasonOfSeveralLinesStaysReadable() throws IOException {
    past(12);
    String reason = "ended with 1\nTraceback \"x\", line 7\n  File a.py\n\n# lines: 4";
    Path crashed = measured("crashed", 90, 1000);
    Run run = RunFile.read(crashed);
    RunFile.write(
        crashed,
        new Run(
            run.schema(),
            run.run(),
            run.build(),
            run.branch(),
            run.commit(),
            run.deployedCommit(),
            run.profile(),
            run.environment(),
            run.started(),
            run.ended(),
            run.catalogue(),
            List.of(run.cases().get(0).withProblems(List.of(reason))),
            null,
            null));
    Ended judged = judge(crashed, "<= 1 min");
    assertThat(judged.code()).isEqualTo(3);
    assertThat(VerdictFile.read(crashed).summary())
        .contains("No verdict: any on http/record")
        .contains("ended with 1 # lines: 4.");
    publish(crashed);

    Ended gate = gate(measured("candidate", 0, 1000));

    assertThat(gate.code()).as(gate.printed()).isZero();
    assertThat(
            ValueText.origin(
                VerdictFile.read(folder.resolve("candidate")).lines().get(0).baseline()))
        .startsWith("12 runs of main")
        .doesNotContain("without");
  }

  /** Earlier versions wrote line breaks into the file. */
  @Test
  void readsAnEntryOfSeveralLines() throws IOException {
    past(12);
    Path file = new HistoryFolder(history).files().get(3);
    String written = Files.readString(file);
    Files.writeString(file, written.replaceFirst("reason=\"", "reason=\"Traceback\n  line 12\n\n"));

    Ended gate = gate(measured("candidate", 0, 1000));

    assertThat(gate.code()).as(gate.printed()).isZero();
    assertThat(
            ValueText.origin(
                VerdictFile.read(folder.resolve("candidate")).lines().get(0).baseline()))
        .startsWith("12 runs of main")
        .doesNotContain("without");
  }

  @Test
  void findsALevelShift() throws IOException {
    for (int i = 40; i > 0; i--) {
      judgeAndPublish(measured("r" + i, i, (i > 15 ? 1000 : 1400) + i % 7 * 3));
    }

    Ended trend = trend();

    assertThat(trend.code()).as(trend.printed()).isEqualTo(1);
    assertThat(trend.printed()).contains("http/record", "response_time.p50");
  }

  @Test
  void buildsThatPublishAtOnceLoseNothing() throws Exception {
    List<Path> runs = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      runs.add(measured("r" + i, i, 1000));
    }
    ExecutorService builds = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> all = new ArrayList<>();
      HistoryFolder files = new HistoryFolder(history);
      for (Path run : runs) {
        all.add(
            builds.submit(
                () -> {
                  files.write(run.getFileName().toString(), List.of("perf_case,a=b c=1 1"));
                  files.write("shared", List.of("perf_case,a=b c=1 1", "perf_case,a=b c=2 1"));
                  return files.files();
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      List<InfluxRow> points = new ArrayList<>();

      assertThat(files.read(List.of(InfluxSchema.PERF_CASE), (schema, row) -> points.add(row)))
          .isEmpty();
      assertThat(files.files()).hasSize(41);
      assertThat(points).hasSize(42);
    } finally {
      builds.shutdownNow();
    }
  }

  @Test
  void usesTheProjectsFilesWithoutAnInfluxDb() throws IOException {
    Path run = measured("r1", 1, 1000);
    String before = System.getProperty("perf.home", ".");
    System.setProperty("perf.home", folder.toString());
    try {
      Ended published = perf("publish", run.toString(), "--environment", noInfluxDb.toString());

      assertThat(published.code()).as(published.printed()).isZero();
      assertThat(folder.resolve(".perf/history/r1.lp")).exists();
    } finally {
      System.setProperty("perf.home", before);
    }
  }

  /** The Tomcat of a WAR is part of the stack, but needs no InfluxDB. */
  @Test
  void usesTheFolderOfThePerfYmlEvenIfTheStackHasAnInfluxDb() throws IOException {
    Path run = measured("r1", 1, 1000);
    Files.createDirectories(folder.resolve(".perf/stack/influxdb"));
    Files.writeString(
        folder.resolve("perf.yml"),
        """
        version: 1
        service: {war: shop.war}
        load: {a: {connections: 1, requests: [{get: /}]}}
        history: results
        """);
    String before = System.getProperty("perf.home", ".");
    System.setProperty("perf.home", folder.toString());
    try {
      Ended published = perf("publish", run.toString());

      assertThat(published.code()).as(published.printed()).isZero();
      assertThat(folder.resolve("results/r1.lp")).exists();
    } finally {
      System.setProperty("perf.home", before);
    }
  }

  private void past(int count) throws IOException {
    for (int i = count; i > 0; i--) {
      judgeAndPublish(measured("past" + i, i + 100, 1000 + i % 3));
    }
  }

  private void judgeAndPublish(Path run) throws IOException {
    Ended judged = judge(run, "<= 1 min");
    assertThat(judged.code()).as(judged.printed()).isZero();
    publish(run);
  }

  private Ended judge(Path run, String limit) throws IOException {
    Path absolute =
        Files.writeString(
            folder.resolve("absolute.yml"),
            """
            version: 1
            thresholds:
              - { id: any, case: http/record, metric: response_time.p50, pass: "%s" }
            """
                .formatted(limit));
    return perf("gate", run.toString(), "--all", "--thresholds", absolute.toString());
  }

  private void publish(Path run) {
    Ended published = perf("publish", run.toString(), "--history", history.toString());
    assertThat(published.code()).as(published.printed()).isZero();
  }

  private Ended gate(Path run) {
    return perf(
        "gate",
        run.toString(),
        "--all",
        "--thresholds",
        thresholds.toString(),
        "--history",
        history.toString());
  }

  private Ended trend() {
    return perf(
        "trend",
        "--thresholds",
        thresholds.toString(),
        "--history",
        history.toString(),
        "--environment",
        noInfluxDb.toString());
  }

  /** Writes a run that started some hours ago and whose requests took some microseconds. */
  private Path measured(String id, int hoursAgo, long micros) throws IOException {
    Instant started = NOW.minus(Duration.ofHours(hoursAgo));
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < 1000; i++) {
      histogram.recordValue(micros + i % 10);
    }
    Run good = Runs.good();
    TimeDistribution times = TimeDistribution.of(histogram);
    CaseResult result =
        CaseResult.of("http/record", "recorder")
            .withPeriod(started.plusSeconds(10), started.plusSeconds(20), 5000)
            .withCounts(times.count(), times.count(), times.count() * 100)
            .withTimes(times, times)
            .withGenerator(new Generator(0.4, 100.0, 99.5, 3));
    Run run =
        new Run(
            good.schema(),
            id,
            good.build(),
            good.branch(),
            good.commit(),
            good.deployedCommit(),
            good.profile(),
            good.environment(),
            started,
            started.plusSeconds(60),
            List.of(new CatalogueEntry("http/record", "recorder", List.of("commit"))),
            List.of(result),
            null,
            null);
    RunFile.write(folder.resolve(id), run);
    return folder.resolve(id);
  }
}
