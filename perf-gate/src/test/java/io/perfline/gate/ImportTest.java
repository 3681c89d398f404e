package io.perfline.gate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares imported results with what the tools report themselves. */
class ImportTest {

  /** Precision of an HdrHistogram with three digits. */
  private static final double BUCKET = 0.002;

  private static final long THEN = 1_767_312_000_000L;

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"k6.json.gz", "k6-2.json.gz", "k6.csv"})
  void importsK6(String file) throws IOException {
    assertThat(stand.results("k6", file)).as(stand.printed()).isZero();

    JsonNode metrics =
        new ObjectMapper()
            .readTree(ImportStand.RESULTS.resolve("k6-summary.json").toFile())
            .path("metrics");
    CaseResult home = stand.one("k6/GET home");
    CaseResult order = stand.one("k6/GET order");
    CaseResult exceeded = stand.one("k6/GET broken");
    assertThat(home.requests() + order.requests() + exceeded.errorCount())
        .isEqualTo(metrics.path("http_reqs").path("count").asLong());
    assertThat(exceeded.errorCount())
        .isEqualTo(metrics.path("http_req_failed").path("passes").asLong());
    assertThat(exceeded.errors()).containsOnlyKeys("HTTP 500");
    JsonNode succeeded = metrics.path("http_req_duration{expected_response:true}");
    TimeDistribution times =
        TimeDistribution.merge(List.of(home.serviceTime(), order.serviceTime()));
    near(times.meanUs(), succeeded.path("avg").asDouble());
    near(times.maxUs(), succeeded.path("max").asDouble());
    assertThat(home.responseTime()).isNull();
    assertThat(home.parameters()).containsEntry("scenario", "shop").containsEntry("team", "shop");
    assertThat(home.origin().health()).containsEntry("dropped iterations", "0");
    assertThat(home.origin().health().get("failed checks"))
        .isEqualTo(metrics.path("checks").path("fails").asText());
  }

  @Test
  void importsBothFormatsOfJmeterAlike() throws IOException {
    assertThat(stand.results("jmeter", "jmeter.jtl")).as(stand.printed()).isZero();
    List<String> lines = Files.readAllLines(ImportStand.RESULTS.resolve("jmeter.jtl"));
    long[] elapsed =
        lines.stream()
            .filter(line -> line.contains(",order,"))
            .mapToLong(line -> Long.parseLong(line.split(",")[1]))
            .sorted()
            .toArray();
    CaseResult order = stand.one("jmeter/order");
    assertThat(order.requests()).isEqualTo(elapsed.length).isEqualTo(30);
    near(order.serviceTime().maxUs(), elapsed[29]);
    near(order.serviceTime().percentileUs(50), elapsed[14]);
    assertThat(order.parameters()).isEqualTo(Map.of("scenario", "shop"));
    assertThat(stand.one("jmeter/broken").errors()).isEqualTo(Map.of("HTTP 500", 30L));

    ImportStand xml = new ImportStand(folder.resolve("xml"));
    assertThat(xml.results("jmeter", "jmeter.xml")).as(xml.printed()).isZero();
    assertThat(xml.one("jmeter/order").requests()).isEqualTo(30);
    assertThat(xml.one("jmeter/broken").errors()).isEqualTo(Map.of("HTTP 500", 30L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.10.5", "3.11.5", "3.12.0", "3.13.5", "3.14.3", "3.15.1", "3.16.0"})
  void readsLogsOfEveryGatlingVersion(String version) {
    assertThat(stand.results("gatling", "gatling-" + version + ".log"))
        .as(stand.printed())
        .isZero();

    assertThat(stand.one("gatling/visit/home").requests()).isEqualTo(15);
    assertThat(stand.one("gatling/visit/order").requests()).isEqualTo(15);
    assertThat(stand.one("gatling/visit/order").serviceTime().percentileUs(50)).isGreaterThan(20e3);
    CaseResult exceeded = stand.one("gatling/visit/broken");
    assertThat(exceeded.errors().toString()) // 3.15 has another message
        .matches("\\{status\\.find\\.is\\(200\\),( but actually)? found 500=15}");
    assertThat(exceeded.requests()).isZero();
  }

  @Test
  void readsVegetasResults() {
    assertThat(stand.results("vegeta", "vegeta.json")).as(stand.printed()).isZero();

    CaseResult home = stand.one("vegeta/GET http://127.0.0.1:18788/home");
    assertThat(home.requests()).isEqualTo(20);
    assertThat(home.bytes()).isEqualTo(80);
    near(stand.one("vegeta/GET http://127.0.0.1:18788/order").serviceTime().maxUs(), 104.081);
    assertThat(stand.one("vegeta/GET http://127.0.0.1:18788/broken").errors())
        .isEqualTo(Map.of("HTTP 500", 20L));
    ImportStand refused = new ImportStand(folder.resolve("refused"));
    assertThat(refused.results("vegeta", "vegeta-refused.json")).as(refused.printed()).isZero();
    assertThat(refused.one("vegeta/GET http://127.0.0.1:1/home").errors().toString())
        .contains("connection refused=10");
  }

  @Test
  void readsTheLogOfH2load() {
    assertThat(stand.results("h2load", "h2load.log", "h2load.out")).as(stand.printed()).isZero();

    CaseResult all = stand.one("h2load/all");
    assertThat(all.requests()).isEqualTo(40);
    near(all.serviceTime().maxUs(), 49.911);
    ImportStand exceeded = new ImportStand(folder.resolve("broken"));
    assertThat(exceeded.results("h2load", "h2load-http-500.log", "h2load-http-500.out"))
        .as(exceeded.printed())
        .isZero();
    assertThat(exceeded.one("h2load/all").errors()).isEqualTo(Map.of("HTTP 500", 10L));
  }

  @ParameterizedTest
  @CsvSource({
    "hey, hey.csv, leaves out every request that got no answer",
    "oha, hey.csv, doesn't show when it was measured",
    "wrk2, hey.csv, table of percentiles",
    "vegeta, hey.csv, vegeta encode --to json"
  })
  void rejectsResultsWithoutTheDataThatAVerdictNeeds(String tool, String file, String reason) {
    assertThat(stand.results(tool, file)).isEqualTo(2);
    assertThat(stand.printed()).contains(reason);
  }

  @ParameterizedTest
  @CsvSource({"h2load, hey.csv, --log-file", "vegeta, k6-summary.json, Vegeta's results"})
  void rejectsFilesOfOtherTools(String tool, String file, String reason) {
    assertThat(stand.results(tool, file)).isEqualTo(3);
    assertThat(stand.printed()).contains(reason);
  }

  @Test
  void importsEveryRequestOfLocust() {
    assertThat(stand.results("locust", "locust-requests.csv")).as(stand.printed()).isZero();

    CaseResult home = stand.one("locust/GET home");
    assertThat(home.requests()).isGreaterThan(20);
    assertThat(home.errors()).isEmpty();
    assertThat(home.bytes()).isEqualTo(4 * home.requests());
    assertThat(home.parameters()).isEqualTo(Map.of("method", "GET"));
    assertThat(stand.one("locust/GET broken").errors().keySet())
        .singleElement()
        .asString()
        .contains("500 Server Error");
  }

  @Test
  void marksLocustsStatisticsAsPercentilesOnly() throws IOException {
    assertThat(
            stand.results(
                "locust", "locust_stats.csv", "locust_stats_history.csv", "locust_failures.csv"))
        .as(stand.printed())
        .isZero();

    CaseResult order = stand.one("locust/GET order");
    String line =
        Files.readAllLines(ImportStand.RESULTS.resolve("locust_stats.csv")).stream()
            .filter(one -> one.startsWith("GET,order"))
            .findFirst()
            .orElseThrow();
    String[] cells = line.split(",");
    assertThat(order.requests()).isEqualTo(Long.parseLong(cells[2]));
    near(order.serviceTime().percentileUs(50), Double.parseDouble(cells[11]));
    near(order.serviceTime().percentileUs(95), Double.parseDouble(cells[16]));
    assertThat(order.origin().percentilesOnly()).isTrue();
    assertThat(stand.gate(limit("locust/order", "service_time.p95", "<= 5 s"))).isZero();
    assertThat(stand.gate(limit("locust/order", "service_time.mean", "<= 5 s"))).isEqualTo(3);
    assertThat(stand.printed()).contains("only percentiles, and no mean");
  }

  @Test
  void importsArtillery() throws IOException {
    assertThat(stand.results("artillery", "artillery.json")).as(stand.printed()).isZero();

    JsonNode home =
        json("artillery.json")
            .path("aggregate")
            .path("summaries")
            .path("plugins.metrics-by-endpoint.response_time.home");
    CaseResult result = stand.one("artillery/home");
    assertThat(result.requests()).isEqualTo(home.path("count").asLong()).isEqualTo(30);
    near(result.serviceTime().percentileUs(95), home.path("p95").asDouble());
    near(result.serviceTime().maxUs(), home.path("max").asDouble());
    assertThat(stand.one("artillery/broken").errors()).isEqualTo(Map.of("HTTP 500", 30L));
    assertThat(result.origin().health()).containsEntry("users created", "30");
    assertThat(stand.gate(limit("artillery/home", "service_time.mean", "<= 5 s"))).isEqualTo(3);
  }

  @Test
  void importsTheSecondaryMetricsOfJmh() throws IOException {
    String text = Files.readString(ImportStand.RESULTS.resolve("jmh-avgt.json"));
    String metrics =
        """
        "secondaryMetrics" : {
          "·gc.alloc.rate.norm" : {"score": 1.2E-5, "scoreError": 3.0E-6, "scoreUnit": "B/op"},
          "gc.alloc.rate" : {"score": 2, "scoreError": "NaN", "scoreUnit": "MB/sec"},
          "gc.count" : {"score": 3, "scoreError": "NaN", "scoreUnit": "counts"},
          "IPC" : {"score": 3.5, "scoreError": "NaN", "scoreUnit": "insns/clk"}}
        """;
    Path file =
        Files.writeString(
            folder.resolve("gc.json"),
            text.replaceFirst("\"secondaryMetrics\" : \\{\\s*}", metrics));
    assertThat(stand.files("jmh", List.of(file))).as(stand.printed()).isZero();

    String sort = "jmh/shop.Bench.sort/size=10";
    assertThat(stand.one(sort + "/gc.alloc.rate.norm").figures())
        .containsEntry("score.bytes", 1.2e-5);
    assertThat(stand.one(sort + "/gc.alloc.rate").figures())
        .isEqualTo(Map.of("score.byte_rate", 2.0 * (1 << 20)));
    assertThat(stand.one(sort + "/gc.count").figures()).isEqualTo(Map.of("score.count", 3.0));
    assertThat(stand.one(sort).origin().health()).containsEntry("not read: IPC", "3.5 insns/clk");
    String limit = limit("jmh/**/gc.alloc.rate.norm", "score.bytes", "<= 0.000011 B/op");
    assertThat(stand.gate(limit)).as(stand.printed()).isIn(1, 3);
    assertThat(stand.printed()).contains("0.000012 B/op exceeds the limit of 0.000011 B/op");
  }

  @ParameterizedTest
  @CsvSource({
    "avgt, jmh-avgt.json, time",
    "thrpt, jmh-thrpt.json, rate",
    "sample, jmh-sample.json.gz, time"
  })
  void readsEveryModeOfJmh(String mode, String file, String kind) throws IOException {
    assertThat(stand.results("jmh", file)).as(stand.printed()).isZero();

    JsonNode benchmark = json(file).get(0);
    JsonNode score = benchmark.path("primaryMetric");
    CaseResult small = stand.one("jmh/shop.Bench.sort/size=10");
    assertThat(small.parameters()).isEqualTo(Map.of("mode", mode, "size", "10", "threads", "1"));
    assertThat(small.requests()).isGreaterThanOrEqualTo(12);
    assertThat(small.times().count()).isZero();
    double unit = kind.equals("rate") ? 1e9 : 1; // the files have ops/ns and ns/op
    assertThat(small.figures().get("score." + kind))
        .isCloseTo(score.path("score").asDouble() * unit, withinPercentage(1e-9));
    assertThat(small.figures().get("score.error"))
        .isCloseTo(
            100 * score.path("scoreError").asDouble() / score.path("score").asDouble(),
            withinPercentage(1e-9));
    assertThat(small.figures().containsKey("score.time.p99")).isEqualTo(mode.equals("sample"));
    assertThat(small.figures().keySet()).allMatch(figure -> Metric.of(figure).isPresent());
    assertThat(
            stand.gate(
                limit(
                    "jmh/**", "score." + kind, kind.equals("rate") ? ">= 1 ops/s" : "<= 10 s/op")))
        .as(stand.printed())
        .isZero();
    assertThat(stand.gate(limit("jmh/**", "service_time.p50", "<= 10 s"))).isEqualTo(3);
    assertThat(stand.printed()).contains("the case has score.error, score." + kind);
  }

  private static JsonNode json(String file) throws IOException {
    Path path = ImportStand.RESULTS.resolve(file);
    try (InputStream in = Files.newInputStream(path)) {
      return new ObjectMapper().readTree(file.endsWith(".gz") ? new GZIPInputStream(in) : in);
    }
  }

  @Test
  void readsPerflinesIntervalLog() throws IOException {
    assertThat(stand.results("jmeter", "jmeter.jtl")).isZero();
    CaseResult order = stand.one("jmeter/order");
    Path log =
        stand
            .run()
            .resolve("jmeter")
            .resolve(RawMaterial.fileName("jmeter/order", "service") + ".hlog");

    ImportStand again = new ImportStand(folder.resolve("again"));
    assertThat(again.files("hdr", List.of(log))).isEqualTo(2);
    assertThat(again.printed()).contains("--unit");
    assertThat(again.files("hdr", List.of(log), "--unit", "us", "--response-time", "--failed", "0"))
        .isZero();

    CaseResult read = again.one("hdr/service");
    assertThat(read.responseTime()).isEqualTo(order.serviceTime());
    assertThat(read.serviceTime()).isNull();
  }

  /**
   * One interval in nanoseconds from HdrHistogram's writer without a header, like the output of
   * Hyperfoil's controller.
   */
  @Test
  void readsAnIntervalLogOfHyperfoil() throws IOException {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(2_000_000, 900);
    times.recordValueWithCount(8_000_000, 100);
    times.setStartTimeStamp(THEN);
    times.setEndTimeStamp(THEN + 10_000);
    Path log = folder.resolve("hyperfoil.hlog");
    new HistogramLogWriter(log.toFile()).outputIntervalHistogram(times);

    assertThat(stand.files("hdr", List.of(log), "--unit", "ns", "--failed", "0"))
        .as(stand.printed())
        .isZero();

    CaseResult all = stand.one("hdr/all");
    assertThat(all.requests()).isEqualTo(1000);
    assertThat(all.start().toEpochMilli()).isEqualTo(THEN);
    assertThat(all.end().toEpochMilli()).isEqualTo(THEN + 10_000);
    near(all.serviceTime().percentileUs(50), 2);
    near(all.serviceTime().maxUs(), 8);
  }

  /** Several types of requests in one log with tags, as cassandra-stress writes them. */
  @Test
  void readsTheTagsOfAnIntervalLogAsCases() throws IOException {
    Path log = folder.resolve("stress.hlog");
    HistogramLogWriter writer = new HistogramLogWriter(log.toFile());
    writer.outputLogFormatVersion();
    writer.outputBaseTime(THEN);
    writer.setBaseTime(THEN);
    writer.outputStartTime(THEN);
    writer.outputLegend();
    for (int second = 0; second < 3; second++) {
      for (String tag : List.of("READ-rt", "WRITE-rt")) {
        Histogram times = new Histogram(3);
        times.recordValueWithCount(1_000_000, 50);
        times.setTag(tag);
        times.setStartTimeStamp(THEN + 1000L * second);
        times.setEndTimeStamp(THEN + 1000L * (second + 1));
        writer.outputIntervalHistogram(times);
      }
    }

    assertThat(stand.files("hdr", List.of(log), "--unit", "ns", "--response-time", "--failed", "0"))
        .as(stand.printed())
        .isZero();

    for (String name : List.of("hdr/READ-rt", "hdr/WRITE-rt")) {
      assertThat(stand.one(name).requests()).isEqualTo(150);
      assertThat(stand.one(name).start().toEpochMilli()).isEqualTo(THEN);
      near(stand.one(name).responseTime().percentileUs(50), 1);
    }
  }

  @Test
  void readsConfiguredColumns() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("own.csv"),
            """
            ts;label;lat;wait;why;region
            1767312000.000;search;1.5;2.5;;eu
            1767312001.250;"a ""quoted"" one; of two";0.5;0.5;timeout;eu
            1767312002;search;2.5;3.5;;us
            """);
    String columns =
        "name=label,start=ts,service_time=lat:s,response_time=wait:s,error=why,region=region";

    assertThat(stand.files("csv", List.of(file), "--columns", columns, "--simulation", "own"))
        .as(stand.printed())
        .isZero();

    CaseResult search = stand.one("own/search");
    assertThat(search.requests()).isEqualTo(2);
    near(search.serviceTime().maxUs(), 2500);
    near(search.responseTime().maxUs(), 3500);
    assertThat(search.parameters()).isEqualTo(Map.of("region", "eu, us"));
    assertThat(stand.one("own/a \"quoted\" one; of two").errors()).isEqualTo(Map.of("timeout", 1L));
  }

  @Test
  void keepsEverySecond() {
    assertThat(stand.results("k6", "k6.json.gz")).isZero();

    CaseResult order = stand.one("k6/GET order");
    List<Second> seconds = RawMaterial.read(stand.run(), order);
    assertThat(seconds).hasSizeBetween(2, 4);
    assertThat(seconds.stream().mapToLong(Second::requests).sum()).isEqualTo(order.requests());
    assertThat(TimeDistribution.merge(seconds.stream().map(Second::responseTime).toList()))
        .isEqualTo(order.serviceTime());
  }

  @Test
  void combinesGenerators() throws IOException {
    Path one = lines("one.jtl", 0, 2000, 4000);
    Path other = lines("other.jtl", 1000, 3000, 5000);

    assertThat(stand.files("jmeter", List.of(one, other))).as(stand.printed()).isZero();

    assertThat(stand.one("jmeter/x").requests()).isEqualTo(6);
    assertThat(RawMaterial.read(stand.run(), stand.one("jmeter/x")))
        .extracting(Second::requests)
        .containsExactly(1L, 1L, 1L, 1L, 1L, 1L);
  }

  @Test
  void leavesOutTheWarmUp() throws IOException {
    Path file = lines("warm.jtl", 0, 1000, 2000, 3000);

    assertThat(stand.files("jmeter", List.of(file), "--warm-up", "2 s")).isZero();

    assertThat(stand.one("jmeter/x").requests()).isEqualTo(2);
    assertThat(stand.one("jmeter/x").warmUpMs()).isEqualTo(2000);
  }

  @Test
  void anImportedRunIsTreatedLikeAnyRun() throws IOException {
    assertThat(stand.results("jmeter", "jmeter.jtl")).isZero();
    assertThat(stand.gate(limit("jmeter/order", "service_time.p95", "<= 5 s"))).isZero();
    assertThat(stand.gate(limit("jmeter/order", "service_time.p95", "<= 1 ms"))).isEqualTo(1);
    assertThat(Files.readString(stand.run().resolve("verdict.md")))
        .contains("FAIL", "jmeter/order");
    assertThat(stand.perf("report", stand.run().toString())).as(stand.printed()).isZero();
    assertThat(Files.readString(stand.run().resolve("report/index.html")))
        .contains("Service times", "measured by jmeter", "service time only");
    ImportStand other = new ImportStand(folder.resolve("other"));
    assertThat(other.results("jmeter", "jmeter.xml")).isZero();
    assertThat(stand.perf("compare", stand.run().toString(), other.run().toString()))
        .as("of jmeter/broken nothing came back in either")
        .isEqualTo(3);
    assertThat(stand.printed()).containsPattern("jmeter/order +service +p95, ms +50 +35 +-30 %");
    Path history = folder.resolve("history");
    assertThat(stand.perf("publish", stand.run().toString(), "--history", history.toString()))
        .as(stand.printed())
        .isZero();
    Path limits =
        Files.writeString(
            folder.resolve("limits.yml"), limit("jmeter/order", "service_time.p95", "<= 5 s"));
    assertThat(
            stand.perf(
                "trend",
                stand.run().toString(),
                "--history",
                history.toString(),
                "--thresholds",
                limits.toString(),
                "--environment",
                Files.writeString(folder.resolve("none.yml"), "name: local\n").toString(),
                "--metric",
                "throughput"))
        .as(stand.printed())
        .isZero();
  }

  @Test
  void comparesPublishesAndReportsScores() throws IOException {
    assertThat(stand.results("jmh", "jmh-thrpt.json")).isZero();
    assertThat(stand.perf("report", stand.run().toString())).as(stand.printed()).isZero();
    assertThat(Files.readString(stand.run().resolve("report/index.html")))
        .contains("score.rate", "ops/s", "score.error");
    Path history = folder.resolve("history");
    assertThat(stand.perf("publish", stand.run().toString(), "--history", history.toString()))
        .as(stand.printed())
        .isZero();
    try (Stream<Path> files = Files.walk(history).filter(Files::isRegularFile)) {
      assertThat(files.map(ImportTest::text)).anyMatch(text -> text.contains("score_rate="));
    }
  }

  private static String text(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      boolean packed = file.toString().endsWith(".gz");
      return new String((packed ? new GZIPInputStream(in) : in).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anImportedRunHasNoResponseTime() throws IOException {
    assertThat(stand.results("jmeter", "jmeter.jtl")).isZero();

    assertThat(stand.gate(limit("jmeter/order", "response_time.p95", "<= 5 s"))).isEqualTo(3);

    assertThat(stand.printed()).contains("response_time was not measured, service_time was");
  }

  @Test
  void measuresTheCpuOfALoadThatItStarts() throws IOException {
    Path file = folder.resolve("made.jtl");
    String load = "cp " + ImportStand.RESULTS.resolve("jmeter.jtl") + " " + file;

    assertThat(stand.files("jmeter", List.of(file), "--load", load)).as(stand.printed()).isZero();

    assertThat(stand.one("jmeter/home").generator().cpu()).isBetween(0.0, 1.0);
    assertThat(
            stand.gate(
                limit("jmeter/order", "service_time.p95", "<= 5 s")
                    .replace("valid_run: { unwatched_generator: true }\n", "")))
        .as(stand.printed())
        .isZero();
  }

  @Test
  void aLoadWhoseOneThreadNeverSleepsIsShortOfCpu() throws IOException {
    Path file = folder.resolve("made.jtl");
    String load =
        "timeout 8 sh -c 'while :; do :; done'; cp %s %s"
            .formatted(ImportStand.RESULTS.resolve("jmeter.jtl"), file);

    assertThat(stand.files("jmeter", List.of(file), "--load", load)).as(stand.printed()).isZero();

    assertThat(stand.gate(limit("jmeter/order", "service_time.p95", "<= 5 s"))).isEqualTo(3);
    assertThat(stand.printed()).contains("generator_cpu is").contains("a valid run has <= 95 %");
  }

  @Test
  void rejectsResultsOfAnEarlierLoad() throws IOException {
    Path file = Files.copy(ImportStand.RESULTS.resolve("jmeter.jtl"), folder.resolve("old.jtl"));
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));

    assertThat(stand.files("jmeter", List.of(file), "--load", "true")).isEqualTo(3);
    assertThat(stand.printed()).contains("the load didn't write " + file);
    assertThat(stand.files("jmeter", List.of(file), "--load", "exit 7")).isEqualTo(3);
    assertThat(stand.printed()).contains("ended with 7");
    assertThat(stand.run().resolve(RunFile.NAME)).doesNotExist();
  }

  static String limit(String name, String metric, String pass) {
    return ImportStand.TAKEN
        + "thresholds: [ { id: limit, case: \"%s\", metric: %s, pass: \"%s\" } ]\n"
            .formatted(name, metric, pass);
  }

  private Path lines(String file, int... millis) throws IOException {
    StringBuilder text = new StringBuilder("timeStamp,elapsed,label,success\n");
    for (int each : millis) {
      text.append(1_767_312_000_000L + each).append(",10,x,true\n");
    }
    return Files.writeString(folder.resolve(file), text);
  }

  private static void near(double us, double ms) {
    assertThat(us / 1000).isCloseTo(ms, within(Math.max(0.001, ms * BUCKET)));
  }
}
