package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Second;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files that users reported as misread: each is read correctly or refused. */
class OtherPeoplesFilesTest {

  private static final Path CASES = ImportStand.RESULTS.resolve("cases");
  private static final String JTL = "timeStamp,elapsed,label,success,IdleTime,responseMessage\n";
  private static final long THEN = 1_760_000_000_000L;

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
  }

  private int imported(String tool, String... files) {
    return stand.files(tool, Stream.of(files).map(CASES::resolve).toList());
  }

  private int gate(String thresholds) throws IOException {
    return stand.gate(Files.readString(CASES.resolve(thresholds)));
  }

  @ParameterizedTest
  @CsvSource({
    "gatling, exactly-the-limit/gatling.log, exactly-the-limit/five.yml",
    "jmeter, exactly-the-limit/jmeter.jtl, exactly-the-limit/threehundred.yml"
  })
  void aTimeEqualToTheLimitMeetsIt(String tool, String file, String thresholds) throws IOException {
    assertThat(imported(tool, file)).as(stand.printed()).isZero();
    assertThat(gate(thresholds)).as(stand.printed()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 999, 1048, 1049, 1500, 2047, 16_777, 30_000, 60_000, 120_001})
  void comparesWholeMillisecondsExactly(int milliseconds) throws IOException {
    StringBuilder text = new StringBuilder(JTL);
    for (int i = 0; i < 20; i++) {
      text.append(THEN + 100 * i).append(',').append(milliseconds).append(",x,true,0,OK\n");
    }
    Path file = Files.writeString(folder.resolve("a.jtl"), text);
    assertThat(stand.files("jmeter", List.of(file))).as(stand.printed()).isZero();

    CaseResult result = stand.one("jmeter/x");
    double us = 1000.0 * milliseconds;
    assertThat(result.serviceTime().percentileUs(50)).isEqualTo(us);
    assertThat(result.serviceTime().maxUs()).isEqualTo(us);
    assertThat(result.serviceTime().meanUs()).isEqualTo(us);
    assertThat(result.serviceTime().summary().minUs()).isEqualTo(us);
    for (Second second : RawMaterial.read(stand.run(), result)) {
      assertThat(second.requests() == 0 ? us : second.responseTime().percentileUs(99))
          .isEqualTo(us);
    }
    for (String metric : List.of("p50", "p95", "p99.9", "max", "mean")) {
      assertThat(stand.gate(limit(metric, milliseconds))).as(stand.printed()).isZero();
      if (milliseconds > 0) {
        assertThat(stand.gate(limit(metric, milliseconds - 1))).as(stand.printed()).isEqualTo(1);
      }
    }
  }

  private static String limit(String metric, int milliseconds) {
    return ImportStand.TAKEN
        + "thresholds:\n  - { id: x, case: jmeter/x, metric: service_time."
        + metric
        + ", pass: \"<= "
        + milliseconds
        + " ms\" }\n";
  }

  @Test
  void aLowerRateOfABenchmarkIsSlower() throws IOException {
    assertThat(imported("jmh", "jmh-default-unit/before.json")).isZero();
    Path before = stand.run();
    assertThat(stand.one("jmh/org.acme.Parser.parse").figures())
        .isEqualTo(Map.of("score.rate", 50_200_000.0));
    stand = new ImportStand(Files.createDirectories(folder.resolve("after")));
    assertThat(imported("jmh", "jmh-default-unit/after.json")).isZero();
    assertThat(stand.printed()).contains("score 2510000.0 ops/s");

    assertThat(stand.perf("compare", before.toString(), stand.run().toString())).isZero();
    assertThat(stand.printed()).containsPattern("score.rate, ops/s +50,200,000 +2,510,000 +-95 %");
    String limit =
        "thresholds: [{id: x, case: jmh/**, metric: score.rate, pass: \">= 40 ops/us\"}]";
    assertThat(stand.gate(ImportStand.TAKEN + limit)).as(stand.printed()).isEqualTo(1);
    assertThat(stand.printed()).contains("2.51 ops/us is below the limit of 40 ops/us");
    assertThat(stand.gate(ImportStand.TAKEN + limit.replace(">=", "<="))).isEqualTo(2);
    assertThat(gate("jmh-default-unit/thresholds.yml")).as(stand.printed()).isEqualTo(3);
    assertThat(stand.printed())
        .contains("service_time.p50 was not measured: the case has score.rate");
  }

  @Test
  void countsTimersOfATransactionAsIdleTime() {
    assertThat(imported("jmeter", "jmeter-transaction-think-time/results.jtl"))
        .as(stand.printed())
        .isZero();
    assertThat(stand.one("jmeter/poll").requests()).isEqualTo(190);
    assertThat(stand.one("jmeter/Order").requests()).isEqualTo(15);
    assertThat(stand.one("jmeter/Order").serviceTime().percentileUs(50)).isEqualTo(70_000);
  }

  @ParameterizedTest
  @CsvSource({
    "k6, k6.json, 'k6/POST http://127.0.0.1/orders', ",
    "locust, requests.csv, locust/POST /orders, ",
    "locust, x_stats.csv, locust/POST /orders, x_stats_history.csv"
  })
  void distinguishesMethodsOfOneAddress(String tool, String file, String name, String history)
      throws IOException {
    String[] files =
        Stream.of(file, history)
            .filter(one -> one != null)
            .map("one-address-two-methods/"::concat)
            .toArray(String[]::new);
    assertThat(imported(tool, files)).as(stand.printed()).isZero();
    CaseResult post = stand.one(name);
    assertThat(post.requests()).isEqualTo(100);
    assertThat(post.serviceTime().percentileUs(95)).isEqualTo(2_000_000);
    assertThat(stand.one(name.replace("POST", "GET")).requests()).isEqualTo(1900);
    assertThat(gate("one-address-two-methods/thresholds.yml")).as(stand.printed()).isEqualTo(1);
    if (history == null) {
      assertThat(RawMaterial.read(stand.run(), post)).isNotEmpty();
    }
  }

  @Test
  void matchesTheNameWithoutMethodWhereOnlyOneMethodOccurs() throws IOException {
    String text = Files.readString(CASES.resolve("one-address-two-methods/requests.csv"));
    Path file = Files.writeString(folder.resolve("get.csv"), text.replace(",POST,", ",GET,"));
    String limit = ImportStand.limit("locust/orders", "service_time.p50", "<= 300 ms");

    assertThat(stand.files("locust", List.of(file))).as(stand.printed()).isZero();
    assertThat(stand.one("locust/GET /orders").requests()).isEqualTo(2000);
    assertThat(stand.gate(limit)).as(stand.printed()).isZero();
    assertThat(stand.gate(limit.replace("300", "3"))).as(stand.printed()).isEqualTo(1);
    assertThat(stand.gate(limit.replace("locust/orders", "locust/*"))).isZero();
    assertThat(stand.gate(limit.replace("orders", "order"))).isEqualTo(2);

    stand = new ImportStand(Files.createDirectories(folder.resolve("both")));
    assertThat(imported("locust", "one-address-two-methods/requests.csv")).isZero();
    assertThat(stand.gate(limit)).isEqualTo(2);
    assertThat(stand.printed()).contains("'locust/GET /orders', 'locust/POST /orders'");
  }

  @ParameterizedTest
  @CsvSource({"k6, k6.json", "jmeter, labels.jtl"})
  void distinguishesNamesByASlashOrASpace(String tool, String file) throws IOException {
    assertThat(imported(tool, "names-differ-by-slash-or-space/" + file))
        .as(stand.printed())
        .isZero();
    assertThat(RunFile.read(stand.run()).cases())
        .hasSize(2)
        .allMatch(one -> one.requests() == 200)
        .extracting(CaseResult::name)
        .doesNotHaveDuplicates();
    assertThat(gate("names-differ-by-slash-or-space/thresholds.yml"))
        .as(stand.printed())
        .isIn(0, 1);
  }

  @Test
  void refusesNamesWithTheSameFileName() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("a.jtl"),
            JTL + THEN + ",1,a/b,true,0,OK\n" + THEN + ",1,a_b,true,0,OK\n");
    assertThat(stand.files("jmeter", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("a.jtl:3", "'a/b' and 'a_b'");
  }

  @Test
  void refusesTwoRunsInOneFile() throws IOException {
    Path yesterday = CASES.resolve("two-runs-as-one/yesterday.jtl");
    Path today = CASES.resolve("two-runs-as-one/today.jtl");
    String appended =
        Files.readString(yesterday) + Files.readString(today).replaceFirst("^.*\\R", "");
    Path both = Files.writeString(folder.resolve("appended.jtl"), appended);
    Path copy = Files.copy(today, folder.resolve("copy.jtl"));

    assertThat(stand.files("jmeter", List.of(both))).isEqualTo(3);
    assertThat(stand.printed()).contains("appended.jtl:2002", "--allow-gap");
    assertThat(stand.files("jmeter", List.of(yesterday, today))).isEqualTo(3);
    assertThat(stand.files("jmeter", List.of(today, today))).isEqualTo(3);
    assertThat(stand.files("jmeter", List.of(today, copy))).isEqualTo(3);
    assertThat(stand.printed()).contains("same content");
    assertThat(stand.files("jmeter", List.of(today))).isZero();
    assertThat(gate("two-runs-as-one/thresholds.yml")).as(stand.printed()).isEqualTo(1);
  }

  @Test
  void storesAnAllowedGapOfDaysSparsely() throws IOException {
    String text = JTL + THEN + ",5,x,true,0,OK\n" + (THEN + 30L * 86_400_000) + ",5,x,true,0,OK\n";
    Path file = Files.writeString(folder.resolve("a.jtl"), text);

    assertThat(stand.files("jmeter", List.of(file), "--allow-gap")).as(stand.printed()).isZero();

    CaseResult result = stand.one("jmeter/x");
    List<Second> seconds = RawMaterial.read(stand.run(), result);
    assertThat(seconds).hasSizeLessThan(5);
    assertThat(seconds.stream().mapToLong(Second::requests).sum()).isEqualTo(2);
  }

  @Test
  void readsBatchesThatArriveUpToAMinuteLate() throws IOException {
    StringBuilder text = new StringBuilder(JTL);
    for (int batch = 0; batch < 3; batch++) {
      for (int engine = 0; engine < 2; engine++) {
        for (int i = 0; i < 50; i++) {
          text.append(THEN + 50_000 * batch + 1000 * i).append(",7,x,true,0,OK\n");
        }
      }
    }
    Path file = Files.writeString(folder.resolve("a.jtl"), text);

    assertThat(stand.files("jmeter", List.of(file))).as(stand.printed()).isZero();

    assertThat(RawMaterial.read(stand.run(), stand.one("jmeter/x")))
        .filteredOn(second -> second.seconds() > 0.9)
        .allMatch(second -> second.requests() == 2);
  }

  /**
   * Batches arrive late, so the first line isn't the first request; second 0 must not contain all
   * of them.
   */
  @Test
  void distinguishesTheEnginesOfRemoteMode() throws IOException {
    StringBuilder text =
        new StringBuilder("timeStamp,elapsed,label,success,threadName,allThreads,Hostname\n");
    for (String engine : List.of("b", "a")) {
      for (int i = engine.equals("b") ? 20 : 0; i < 40; i++) {
        text.append(THEN + 1000 * i)
            .append(",7,x,true,10.0.0.1:1099-users 1-1,5,")
            .append(engine)
            .append('\n');
      }
    }
    Path file = Files.writeString(folder.resolve("a.jtl"), text);

    assertThat(stand.files("jmeter", List.of(file))).as(stand.printed()).isZero();

    CaseResult result = stand.one("jmeter/x");
    assertThat(result.start().toEpochMilli()).isEqualTo(THEN);
    assertThat(result.parameters()).isEqualTo(Map.of("scenario", "users"));
    assertThat(result.origin().health())
        .containsEntry("most users", "10")
        .containsEntry("engines", "2");
    assertThat(RawMaterial.read(stand.run(), result))
        .filteredOn(second -> second.index() < 40)
        .allMatch(second -> second.requests() == (second.index() < 20 ? 1 : 2));
  }

  @Test
  void countsARequestThatEndsWithTheLoad() throws IOException {
    String text = JTL + THEN + ",1000,x,true,0,OK\n" + (THEN + 1000) + ",1000,x,true,0,OK\n";
    Path file = Files.writeString(folder.resolve("a.jtl"), text);
    assertThat(stand.files("jmeter", List.of(file))).as(stand.printed()).isZero();
    assertThat(
            RawMaterial.read(stand.run(), stand.one("jmeter/x")).stream()
                .mapToLong(Second::requests)
                .sum())
        .isEqualTo(2);
  }

  @Test
  void printsEnoughDigitsToDistinguishAValueFromItsLimit() throws IOException {
    String text = JTL + (THEN + ",120001,x,true,0,OK\n").repeat(20);
    Path file = Files.writeString(folder.resolve("a.jtl"), text);
    assertThat(stand.files("jmeter", List.of(file))).as(stand.printed()).isZero();

    assertThat(stand.gate(limit("max", 1).replace("1 ms", "120 s"))).isEqualTo(1);
    assertThat(stand.printed())
        .contains("120.001 s exceeds the limit of 120 s")
        .doesNotContain("120 s exceeds");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "2005/03/01 12:00:00|12|home|200!a header",
        "<testResults version=\"1.1\"><sampleResult label=\"x\" time=\"1\"/></testResults>!before"
            + " 2.1"
      })
  void refusesFormatsOfOldVersions(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("old.jtl"), text + "\n");
    assertThat(stand.files("jmeter", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("old.jtl:1", message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.001 s", "1001000 us", "1001 ms"})
  void comparesALimitInAnyUnitExactly(String limit) throws IOException {
    String text = JTL + (THEN + ",1001,x,true,0,OK\n").repeat(20);
    Path file = Files.writeString(folder.resolve("a.jtl"), text);
    assertThat(stand.files("jmeter", List.of(file))).isZero();
    assertThat(stand.gate(limit("p95", 1).replace("1 ms", limit))).as(stand.printed()).isZero();
    assertThat(stand.gate(limit("p95", 1).replace("<= 1 ms", "< " + limit))).isEqualTo(1);
  }

  @Test
  void refusesTextThatIsNotUtf8() throws IOException {
    byte[] text =
        (JTL + THEN + ",1,gr\u00fc\u00dfe,true,0,OK\n").getBytes(StandardCharsets.ISO_8859_1);
    Path file = Files.write(folder.resolve("a.jtl"), text);
    assertThat(stand.files("jmeter", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("a.jtl:", "neither UTF-8 nor UTF-16");
  }

  @Test
  void drawsAChartForEachLabelOfAnyScript() throws IOException {
    assertThat(imported("jmeter", "labels-of-one-length-share-a-chart/labels.jtl")).isZero();
    assertThat(stand.perf("report", stand.run().toString())).as(stand.printed()).isZero();
    try (Stream<Path> files = Files.walk(stand.run())) {
      assertThat(
              files
                  .map(one -> one.getFileName().toString())
                  .filter(one -> one.startsWith("times-")))
          .hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"results.xml", "bom.xml"})
  void readsXmlWithControlCharactersAndAByteOrderMark(String file) {
    assertThat(imported("jmeter", "jmeter-xml-control-characters/" + file))
        .as(stand.printed())
        .isZero();
    assertThat(stand.one("jmeter/log in").requests()).isEqualTo(294);
    assertThat(stand.one("jmeter/log in").errorCount()).isEqualTo(6);
  }

  @Test
  void doesNotSplitCharacters() throws IOException {
    assertThat(imported("jmeter", "error-text-cut-in-a-character/emoji.jtl")).isZero();
    assertThat(gate("error-text-cut-in-a-character/thresholds.yml"))
        .as(stand.printed())
        .isEqualTo(1);
  }

  @Test
  void publishesALabelWithATrailingBackslash() {
    assertThat(imported("jmeter", "label-ends-with-backslash/backslash.jtl"))
        .as(stand.printed())
        .isZero();
    assertThat(RunFile.read(stand.run()).cases().get(0).name()).endsWith("\uFF3C");
  }

  @Test
  void refusesAggregatedRequests() {
    assertThat(imported("jmeter", "jmeter-aggregated-samples/statistical.jtl")).isEqualTo(3);
    assertThat(stand.printed()).contains("statistical.jtl:2", "100 requests", "StrippedBatch");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.76E+12",
        "2026/01/02 03:04:05.678",
        "01/02/26 3:04:05 PM",
        "2026-01-02T03:04:05"
      })
  void refusesRoundedTimesAndTimesWithoutZone(String stamp) throws IOException {
    Path file = Files.writeString(folder.resolve("a.jtl"), JTL + stamp + ",1,x,true,0,OK\n");
    assertThat(stand.files("jmeter", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("a.jtl:2", "timestamp_format=ms");
  }

  @Test
  void namesAFailedAssertion() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jtl"), JTL + THEN + ",1,x,false,0,OK\n\n");
    assertThat(stand.files("jmeter", List.of(file))).as(stand.printed()).isZero();
    assertThat(stand.one("jmeter/x").errors()).isEqualTo(Map.of("assertion failed", 1L));
  }
}
