package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that no failed request is imported as a success, and that none counts twice. */
class ImportedFailuresTest {

  private static final long THEN = 1_767_312_000_000L;
  private static final String ERROR_RATE =
      ImportStand.TAKEN
          + "thresholds: [{id: e, case: '**', metric: error_rate, pass: '<= 1 %', min_samples: 1}]\n";

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
  }

  @ParameterizedTest
  @CsvSource({"0, 20, 0", "14, 0, 20"})
  void aCallOfGrpcSucceedsWithTheStatusZero(String status, int succeeded, int failed)
      throws IOException {
    assertThat(stand.files("k6", List.of(k6("\"name\":\"buy\",\"status\":\"" + status + "\""))))
        .as(stand.printed())
        .isZero();

    CaseResult result = stand.one("k6/buy");
    assertThat(result.requests()).isEqualTo(succeeded);
    assertThat(result.errorCount()).isEqualTo(failed);
  }

  @Test
  void aRequestOfK6WithoutTagsMayHaveFailed() throws IOException {
    assertThat(stand.files("k6", List.of(k6("\"name\":\"buy\"")))).isEqualTo(3);
    assertThat(stand.printed()).contains(":2: the request has none of the tags status, error");
  }

  private Path k6(String tags) throws IOException {
    StringBuilder text =
        new StringBuilder("{\"type\":\"Metric\",\"metric\":\"grpc_req_duration\",\"data\":{}}\n");
    for (int i = 0; i < 20; i++) {
      text.append(
          "{\"type\":\"Point\",\"metric\":\"grpc_req_duration\",\"data\":{\"time\":\"2026-01-02T00:00:%02dZ\",\"value\":1,\"tags\":{%s}}}%n"
              .formatted(i, tags));
    }
    return Files.writeString(folder.resolve("k6.json"), text);
  }

  @Test
  void errorsThatArtilleryCountsForNoEndpointAreACase() throws IOException {
    String endpoint = "plugins.metrics-by-endpoint.";
    Path report =
        artillery(
            """
            "http.codes.200": 50, "%1$sbuy.codes.200": 50, "errors.Failed capture or match": 50,
            "errors.getaddrinfo ENOTFOUND shop.example.com": 7,
            "%1$spay.errors.getaddrinfo ENOTFOUND shop.example.com": 7
            """
                .formatted(endpoint),
            endpoint + "response_time.buy");

    assertThat(stand.files("artillery", List.of(report))).as(stand.printed()).isZero();

    assertThat(stand.one("artillery/buy").requests()).isEqualTo(50);
    assertThat(stand.one("artillery/pay").errors())
        .isEqualTo(Map.of("getaddrinfo ENOTFOUND shop.example.com", 7L));
    assertThat(stand.one("artillery/without endpoint").errors())
        .isEqualTo(Map.of("Failed capture or match", 50L));
    assertThat(stand.gate(ERROR_RATE)).isEqualTo(1);
  }

  @Test
  void anAnswerThatFailsItsCheckCountsOnce() throws IOException {
    Path report =
        artillery(
            "\"http.codes.200\": 50, \"errors.Failed capture or match\": 20", "http.response_time");

    assertThat(stand.files("artillery", List.of(report))).as(stand.printed()).isZero();

    CaseResult all = stand.one("artillery/all");
    assertThat(all.requests()).isEqualTo(30);
    assertThat(all.errorCount()).isEqualTo(20);
  }

  @Test
  void requestsOfNoEndpointAreAnError() throws IOException {
    String endpoint = "plugins.metrics-by-endpoint.";
    Path report =
        artillery(
            "\"http.codes.200\": 50, \"%sbuy.codes.200\": 30".formatted(endpoint),
            endpoint + "response_time.buy");

    assertThat(stand.files("artillery", List.of(report))).isEqualTo(3);
    assertThat(stand.printed()).contains("20 requests belong to no endpoint");
  }

  private Path artillery(String counters, String summary) throws IOException {
    return Files.writeString(
        folder.resolve("report.json"),
        """
        {"aggregate": {"counters": {%s},
          "summaries": {"%s": {"p50": 5, "p95": 8, "p99": 9, "max": 10}},
          "firstMetricAt": %d, "lastMetricAt": %d}}
        """
            .formatted(counters, summary, THEN, THEN + 20_000));
  }

  @Test
  void resultsWithoutFailuresNeedTheirNumber() throws IOException {
    List<Path> log = List.of(log("a.hlog", 0));
    assertThat(stand.files("hdr", log, "--unit", "us")).isEqualTo(2);
    assertThat(stand.printed()).contains("doesn't show which requests failed", "--failed N");
    assertThat(stand.run()).doesNotExist();
    assertThat(stand.files("hdr", log, "--unit", "us", "--failed", "-1")).isEqualTo(2);
    assertThat(stand.files("jmeter", log, "--failed", "1")).isEqualTo(2);

    assertThat(stand.files("hdr", log, "--unit", "us", "--failed", "70")).isZero();
    assertThat(stand.gate(ERROR_RATE)).as(stand.printed()).isEqualTo(1);
    ImportStand none = new ImportStand(folder.resolve("none"));
    assertThat(none.files("hdr", log, "--unit", "us", "--failed", "0")).isZero();
    assertThat(none.gate(ERROR_RATE)).as(none.printed()).isZero();
  }

  @Test
  void aCsvNeedsAColumnOfFailuresOrTheirNumber() throws IOException {
    List<Path> csv = List.of(csv("5"));
    String times = "name=n,end=ts,service_time=t";

    assertThat(stand.files("csv", csv, "--columns", times)).isEqualTo(2);
    assertThat(stand.printed()).contains("map a column to success or error, or give --failed N");
    assertThat(stand.files("csv", csv, "--columns", times + ",success=ok", "--failed", "0"))
        .isEqualTo(2);
    assertThat(stand.files("csv", csv, "--columns", times + ",success=ok")).isZero();
    assertThat(stand.gate(ERROR_RATE)).as(stand.printed()).isEqualTo(1);
    assertThat(stand.printed()).contains("exceeds the limit of 1 %");
  }

  @ParameterizedTest
  @CsvSource({
    "'name=n,end=ts,service_time=t,sucess=ok', 5, 2, is not a known meaning",
    "'name=n,end=ts,service_time=t,sucess=ok,error=n', 5, 2, is not a known meaning",
    "'name=n,end=ts,service_time=t,success=ok', -1, 3, service_time is -1"
  })
  void rejectsAWrongCsv(String columns, String time, int code, String message) throws IOException {
    assertThat(stand.files("csv", List.of(csv(time)), "--columns", columns)).isEqualTo(code);
    assertThat(stand.printed()).contains(message);
  }

  private Path csv(String time) throws IOException {
    StringBuilder text = new StringBuilder("n,ts,t,ok\n");
    for (int i = 0; i < 40; i++) {
      text.append("buy,%d,%s,%b%n".formatted(THEN + 1000 * i, time, i % 2 == 0));
    }
    return Files.writeString(folder.resolve("requests.csv"), text);
  }

  @Test
  void logsOfTwoLoadsAreNotOne() throws IOException {
    List<Path> apart = List.of(log("a.hlog", 0), log("b.hlog", 20));
    List<Path> together = List.of(log("a.hlog", 0), log("c.hlog", 5));

    assertThat(stand.files("hdr", apart, "--unit", "us", "--failed", "0")).isEqualTo(3);
    assertThat(stand.printed()).contains("b.hlog: it begins after the intervals of the other");
    assertThat(stand.files("hdr", together, "--unit", "us", "--failed", "0"))
        .as(stand.printed())
        .isZero();
  }

  private Path log(String name, int second) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(out);
    writer.outputLogFormatVersion();
    writer.outputStartTime(THEN);
    writer.outputLegend();
    for (int i = second; i < second + 10; i++) {
      Histogram histogram = new Histogram(3);
      histogram.recordValueWithCount(900, 50);
      histogram.setStartTimeStamp(THEN + 1000L * i);
      histogram.setEndTimeStamp(THEN + 1000L * (i + 1));
      writer.outputIntervalHistogram(histogram);
    }
    writer.close();
    return Files.write(folder.resolve(name), out.toByteArray());
  }

  @Test
  void aCompressedCopyHasTheSameContent() throws IOException {
    Path plain = csv("5");
    Path compressed = folder.resolve("requests.csv.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      new ByteArrayInputStream(Files.readAllBytes(plain)).transferTo(out);
    }

    int code =
        stand.files(
            "csv",
            List.of(plain, compressed),
            "--columns",
            "name=n,end=ts,service_time=t,success=ok");
    assertThat(code).isEqualTo(3);
    assertThat(stand.printed()).contains("have the same content");
  }

  @Test
  void statisticsOfTwoLocustsAndTheirWarmUpAreRejected() throws IOException {
    Path stats = ImportStand.RESULTS.resolve("locust_stats.csv");
    Path history = ImportStand.RESULTS.resolve("locust_stats_history.csv");
    Path more = Files.writeString(folder.resolve("b.csv"), Files.readString(stats) + "\n");

    assertThat(stand.files("locust", List.of(stats, history, more))).isEqualTo(2);
    assertThat(stand.printed()).contains("the percentiles of several statistics can't be added");
    assertThat(stand.files("locust", List.of(stats, history), "--warm-up", "5 s")).isEqualTo(2);
    assertThat(stand.printed()).contains("--warm-up: Locust's statistics don't contain");
    assertThat(stand.files("locust", List.of(stats, history))).as(stand.printed()).isZero();
  }

  @Test
  void theCpuOfALoadInAContainerIsUnknown() throws IOException {
    Path docker = Files.copy(Path.of("/bin/sleep").toRealPath(), folder.resolve("docker"));
    Path results = csv("5");

    int code =
        stand.files(
            "csv",
            List.of(results),
            "--columns",
            "name=n,end=ts,service_time=t,success=ok",
            "--load",
            "touch %s; %s 1; true".formatted(results, docker));

    assertThat(code).as(stand.printed()).isZero();
    assertThat(stand.printed()).contains("docker runs the load in other processes");
    Run run = RunFile.read(stand.run());
    assertThat(run.cases()).allMatch(result -> result.generator().cpu() == null);
  }
}
