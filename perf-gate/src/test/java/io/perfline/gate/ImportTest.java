package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    assertThat(stand.gate(ImportStand.limit("locust/order", "service_time.p95", "<= 5 s")))
        .isZero();
    assertThat(stand.gate(ImportStand.limit("locust/order", "service_time.mean", "<= 5 s")))
        .isEqualTo(3);
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
    assertThat(stand.gate(ImportStand.limit("artillery/home", "service_time.mean", "<= 5 s")))
        .isEqualTo(3);
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
    String limit =
        ImportStand.limit("jmh/**/gc.alloc.rate.norm", "score.bytes", "<= 0.000011 B/op");
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
                ImportStand.limit(
                    "jmh/**", "score." + kind, kind.equals("rate") ? ">= 1 ops/s" : "<= 10 s/op")))
        .as(stand.printed())
        .isZero();
    assertThat(stand.gate(ImportStand.limit("jmh/**", "service_time.p50", "<= 10 s"))).isEqualTo(3);
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

  private static void near(double us, double ms) {
    assertThat(us / 1000).isCloseTo(ms, within(Math.max(0.001, ms * BUCKET)));
  }
}
