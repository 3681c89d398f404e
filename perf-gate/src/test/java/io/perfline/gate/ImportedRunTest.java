package io.perfline.gate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that an imported run can be judged, published, reported and compared like any other. */
class ImportedRunTest {

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
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
    assertThat(stand.gate(ImportStand.limit("jmeter/order", "service_time.p95", "<= 5 s")))
        .isZero();
    assertThat(stand.gate(ImportStand.limit("jmeter/order", "service_time.p95", "<= 1 ms")))
        .isEqualTo(1);
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
            folder.resolve("limits.yml"),
            ImportStand.limit("jmeter/order", "service_time.p95", "<= 5 s"));
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
      assertThat(files.map(ImportedRunTest::text)).anyMatch(text -> text.contains("score_rate="));
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

    assertThat(stand.gate(ImportStand.limit("jmeter/order", "response_time.p95", "<= 5 s")))
        .isEqualTo(3);

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
                ImportStand.limit("jmeter/order", "service_time.p95", "<= 5 s")
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

    assertThat(stand.gate(ImportStand.limit("jmeter/order", "service_time.p95", "<= 5 s")))
        .isEqualTo(3);
    assertThat(stand.printed()).contains("generator_cpu is").contains("a valid run has <= 95 %");
  }

  @ParameterizedTest
  @CsvSource({"h2load, hey.csv, --log-file", "vegeta, k6-summary.json, Vegeta's results"})
  void rejectsFilesOfOtherTools(String tool, String file, String reason) {
    assertThat(stand.results(tool, file)).isEqualTo(3);
    assertThat(stand.printed()).contains(reason);
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

  private Path lines(String file, int... millis) throws IOException {
    StringBuilder text = new StringBuilder("timeStamp,elapsed,label,success\n");
    for (int each : millis) {
      text.append(1_767_312_000_000L + each).append(",10,x,true\n");
    }
    return Files.writeString(folder.resolve(file), text);
  }
}
