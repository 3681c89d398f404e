package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.perfline.core.run.RunFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that incomplete results are rejected. */
class ImportFailsClosedTest {

  private static final String JTL = "timeStamp,elapsed,label,success\n";
  private static final long THEN = 1_767_312_000_000L;

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
  }

  @ParameterizedTest(name = "{0} {1}: {3}")
  @MethodSource
  void namesTheLine(String tool, String file, String text, String message) throws IOException {
    Path results = Files.writeString(folder.resolve(file), text);

    assertThat(stand.files(tool, List.of(results))).as(stand.printed()).isEqualTo(3);

    assertThat(stand.printed()).contains(results + ":" + message);
    assertThat(stand.run().resolve(RunFile.NAME)).doesNotExist();
  }

  static Stream<Arguments> namesTheLine() {
    String two = JTL + line(0) + line(10);
    String k6 = k6("Metric", "") + k6("Point", "\"time\":\"2026-01-02T00:00:00Z\",\"value\":1,");
    return Stream.of(
        arguments("jmeter", "a", "", "1: the file is empty"),
        arguments("jmeter", "a", JTL, "2: there is no request in it"),
        arguments("jmeter", "a", two + line(20).strip(), "4: the file ends in the middle"),
        arguments("jmeter", "a", two + "1,2,\"x", "4: the file ends in the middle"),
        arguments("jmeter", "a", two + "1,2,\"x\n", "4: it is cut off or not CSV"),
        arguments("jmeter", "a", two + "1,2,\"x\n\"\"", "4: the file ends in the middle"),
        arguments("jmeter", "a", two + "1767312000000,1,x\n", "4: 3 cells below a header of 4"),
        arguments("jmeter", "a", two + two, "4: the header occurs a second time"),
        arguments("jmeter", "a", two + line(-61_000), "4: time goes back by 61.0 s"),
        arguments("jmeter", "a", JTL + "then,1,x,true\n", "2: timeStamp is 'then'"),
        arguments("jmeter", "a", JTL + "1,-1,x,true\n", "2: elapsed is '-1'"),
        arguments("jmeter", "a", JTL + THEN + ",1,x,maybe\n", "2: success is 'maybe'"),
        arguments("jmeter", "a", "elapsed,label\n1,x\n", "1: no column 'timeStamp'"),
        arguments("jmeter", "a", "<testResults>\n<httpSample", "2: not whole XML"),
        arguments("jmeter", "a", "<html>\n</html>", "1: <html> is not JMeter's"),
        arguments("k6", "a", "", "1: the file is empty"),
        arguments("k6", "a", k6("Metric", ""), "2: there is no request in it"),
        arguments("k6", "a", k6 + k6, "3: k6 begins 'http_req_duration' a second time"),
        arguments("k6", "a", k6 + "{\"metric\":\"vus\"}\n", "3: not a line of k6's JSON"),
        arguments(
            "k6", "a", k6 + "{\"metric\":\"vus\",\n", "3: not a line of k6's JSON, it may be cut"),
        arguments("k6", "a", k6 + k6("Point", "\"value\":1,"), "3: a point of http_req_duration"),
        arguments("gatling", "a", "RUN\tx\tx\t1\t \t3.9.5\n", "1: it was written by Gatling 3.9.5"),
        arguments("gatling", "a", "RUN\tx\tx\t1\t \t3.12.0\nREQUEST\t\tx\t1\n", "2: "),
        arguments("jmh", "a", "[{\"benchmark\":", "1: the JSON is incomplete"),
        arguments("jmh", "a", "[]", "1: there is no benchmark in it"));
  }

  @ParameterizedTest
  @CsvSource({
    "jmeter, jmeter.jtl",
    "jmeter, jmeter.xml",
    "k6, k6.csv",
    "k6, k6.json.gz",
    "locust, locust-requests.csv",
    "gatling, gatling-3.12.0.log",
    "jmh, jmh-avgt.json"
  })
  void rejectsAResultTruncatedAnywhere(String tool, String file) throws IOException {
    byte[] whole = Files.readAllBytes(ImportStand.RESULTS.resolve(file));
    boolean packed = file.endsWith(".gz");
    byte[] text =
        packed ? new GZIPInputStream(new ByteArrayInputStream(whole)).readAllBytes() : whole;
    int end = new String(text, StandardCharsets.ISO_8859_1).stripTrailing().length();
    for (int length : IntStream.of(1, end / 3, end / 2, end - 2).toArray()) {
      while (text[length - 1] == '\n') {
        length--;
      }
      Path cut =
          Files.write(folder.resolve("cut" + (packed ? "" : file)), Arrays.copyOf(text, length));
      assertThat(stand.files(tool, List.of(cut)))
          .as("%d: %s", length, stand.printed())
          .isEqualTo(3);
    }
    Path cut = Files.write(folder.resolve("x" + file), Arrays.copyOf(whole, whole.length / 2));
    assertThat(stand.files(tool, List.of(cut))).as(stand.printed()).isEqualTo(3);
    assertThat(stand.printed()).contains(cut + ":");
  }

  @ParameterizedTest
  @CsvSource({"k6, ''", "k6, not gzip", "gatling, ''", "gatling, not gzip", "jmh, ''"})
  void rejectsAFileThatIsNotCompressed(String tool, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("results.gz"), text);

    assertThat(stand.files(tool, List.of(file))).as(stand.printed()).isEqualTo(3);

    assertThat(stand.printed()).contains(file + ":1: the compressed file ends too soon");
  }

  @Test
  void rejectsATruncatedBinaryLog() throws IOException {
    byte[] whole = Files.readAllBytes(ImportStand.RESULTS.resolve("gatling-3.16.0.log"));
    Path cut = Files.write(folder.resolve("cut.log"), Arrays.copyOf(whole, whole.length - 3));

    assertThat(stand.files("gatling", List.of(cut))).isEqualTo(3);

    assertThat(stand.printed()).contains("cut.log, event ", "it is cut off");
  }

  @Test
  void rejectsStatisticsWithoutATotal() throws IOException {
    String stats = Files.readString(ImportStand.RESULTS.resolve("locust_stats.csv"));
    Path cut = folder.resolve("cut_stats.csv");
    Files.writeString(cut, stats.substring(0, stats.indexOf(",Aggregated")));
    Path history = ImportStand.RESULTS.resolve("locust_stats_history.csv");

    assertThat(stand.files("locust", List.of(cut, history))).isEqualTo(3);
    Files.writeString(cut, stats.replaceFirst("(?m)^GET,home.*\\R", ""));
    assertThat(stand.files("locust", List.of(cut, history))).isEqualTo(3);
    assertThat(stand.printed()).contains("but the lines above have");
    assertThat(stand.files("locust", List.of(history))).isEqualTo(2);
  }

  @Test
  void rejectsNamesThatDifferWithEachRequest() throws IOException {
    StringBuilder text = new StringBuilder(JTL);
    for (int i = 0; i < 401; i++) {
      text.append(THEN + i).append(",1,item ").append(i).append(",true\n");
    }
    Path results = Files.writeString(folder.resolve("many.jtl"), text);

    assertThat(stand.files("jmeter", List.of(results))).isEqualTo(3);

    assertThat(stand.printed()).contains("many.jtl:402: more than 400 names");
  }

  @Test
  void reportsInvalidOptions() {
    Path file = ImportStand.RESULTS.resolve("jmeter.jtl");

    assertThat(stand.files("jmetre", List.of(file))).isEqualTo(2);
    assertThat(stand.printed()).contains("K6, JMETER, GATLING");
    assertThat(stand.files("csv", List.of(file))).isEqualTo(2);
    assertThat(stand.files("csv", List.of(file), "--columns", "name=label")).isEqualTo(2);
    assertThat(stand.files("jmeter", List.of(file), "--unit", "ms")).isEqualTo(2);
    assertThat(stand.files("jmeter", List.of(file), "--simulation", "a/b")).isEqualTo(2);
    assertThat(stand.files("jmeter", List.of(file), "--warm-up", "soon")).isEqualTo(2);
    assertThat(stand.files("jmeter", List.of(folder.resolve("none")))).isEqualTo(3);
    assertThat(stand.files("jmeter", List.of(file), "--warm-up", "2 h")).isEqualTo(3);
    assertThat(stand.printed()).contains("belong to the warm-up");
  }

  private static String line(int millis) {
    return THEN + millis + ",1,x,true\n";
  }

  private static String k6(String type, String data) {
    return "{\"metric\":\"http_req_duration\",\"type\":\"%s\",\"data\":{%s\"tags\":{\"name\":\"x\",\"status\":\"200\"}}}\n"
        .formatted(type, data);
  }
}
