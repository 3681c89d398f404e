package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that requests which a tool's file lacks are counted, or the file is refused. */
class LostRequestsTest {

  private static final long THEN = 1_767_312_000_000L;

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
  }

  /** A real h2load, whose connections were closed after 60 answers each. */
  @ParameterizedTest
  @CsvSource({"requests, 1400", "seconds, 10"})
  void h2loadsOwnCountsContainTheRequestsThatItsLogLacks(String run, long lost) throws IOException {
    String log = "cases/h2load-lost-errors/%s.log".formatted(run);
    assertThat(stand.results("h2load", log)).isEqualTo(3);
    assertThat(stand.printed()).contains("h2load --log-file=h2load.log … > h2load.out");
    assertThat(stand.run()).doesNotExist();

    assertThat(stand.results("h2load", log, log.replace(".log", ".out")))
        .as(stand.printed())
        .isZero();

    CaseResult all = stand.one("h2load/all");
    assertThat(all.requests()).isEqualTo(600);
    assertThat(all.errors()).isEqualTo(Map.of("no answer, and not in h2load's log", lost));
  }

  @Test
  void countsOfAnotherRunOfH2loadAreRefused() {
    assertThat(stand.results("h2load", "h2load.log", "h2load-http-500.out")).isEqualTo(3);
    assertThat(stand.printed()).contains("they are not of the same load");
    assertThat(stand.results("h2load", "h2load.out")).isEqualTo(3);
    assertThat(stand.printed()).contains("--log-file as well");
  }

  /** A real Locust, whose own client fired its failures without start_time. */
  @Test
  void readsTheRequestsOfLocustsOtherClients() {
    assertThat(stand.results("locust", "cases/locust-custom-client/requests.csv"))
        .as(stand.printed())
        .isZero();
    assertThat(stand.one("locust/GET /page").errors()).isEmpty();
    assertThat(stand.one("locust/amqp publish").errors())
        .isEqualTo(Map.of("the broker refused the message", 238L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          (?m)^.*,amqp,.*\\n | Locust counted 449 requests, of which 238 failed, and the lines above contain 211 and 0
          the broker refused the message | of which 238 failed, and the lines above contain 449 and 0
          total,.*\\n | the last line is not the one with Locust's own counts
          """)
  void refusesRowsThatDifferFromLocustsCounts(String gone, String message) throws IOException {
    Path file = changed("cases/locust-custom-client/requests.csv", t -> t.replaceAll(gone, ""));

    assertThat(stand.files("locust", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains(message);
  }

  @Test
  void refusesAFileOfTwoLocusts() throws IOException {
    Path file =
        changed(
            "locust-requests.csv", text -> text + text.lines().skip(1).findFirst().get() + "\n");

    assertThat(stand.files("locust", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("a line after Locust's counts");
  }

  @Test
  void refusesStatisticsOfLocustThatAreOlderThanTheirHistory() throws IOException {
    Path stats = ImportStand.RESULTS.resolve("locust_stats.csv");
    Path history =
        Files.writeString(
            folder.resolve("history.csv"),
            "Timestamp,User Count,Total Request Count,Total Failure Count\n1767312000,1,1,0\n"
                + "1767312060,1,99999,0\n");

    assertThat(stand.files("locust", List.of(stats, history))).isEqualTo(3);
    assertThat(stand.printed()).contains("but the history has already 99999 and 0");
  }

  @Test
  void refusesAFileOfVegetaWithAGap() throws IOException {
    Path file = changed("vegeta.json", text -> text.replaceFirst("(?m)^.*\"seq\":7,.*\\n", ""));

    assertThat(stand.files("vegeta", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("requests are missing");
  }

  @Test
  void refusesAFileOfK6WithoutAllItsTimes() throws IOException {
    Path file = changed("k6.csv", text -> text.replaceFirst("(?m)^http_req_duration,.*\\n", ""));

    assertThat(stand.files("k6", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("k6 counted 57 requests").contains("the times of 56");
  }

  @Test
  void refusesABenchmarkOfWhichIterationsFailed() throws IOException {
    Path file =
        changed(
            "jmh-avgt.json",
            text ->
                text.replaceFirst(
                    "\"measurementIterations\" : 12", "\"measurementIterations\" : 13"));

    assertThat(stand.files("jmh", List.of(file))).isEqualTo(3);
    assertThat(stand.printed()).contains("-foe true");
  }

  @Test
  void requestsOfArtilleryWithoutAnAnswerFailed() throws IOException {
    Path file =
        changed(
            "artillery.json",
            text ->
                text.replaceFirst("\"http.requests\": ?90", "\"http.requests\": 95")
                    .replaceFirst(
                        "\"vusers.failed\": ?0", "\"vusers.failed\": 0, \"vusers.skipped\": 30"));

    assertThat(stand.files("artillery", List.of(file))).as(stand.printed()).isZero();

    CaseResult rest = stand.one("artillery/without endpoint");
    assertThat(rest.errors()).isEqualTo(Map.of("no answer", 5L));
    assertThat(rest.generator().achievedRatePerS() / rest.generator().intendedRatePerS())
        .as("half of the users were skipped")
        .isEqualTo(0.5);
  }

  @Test
  void requestsThatGatlingCouldNotBuildFailed() throws IOException {
    StringBuilder log = new StringBuilder("RUN\tshop.Load\tload\t%d\t \t3.12.0\n".formatted(THEN));
    for (int i = 0; i < 20; i++) {
      log.append("REQUEST\t\tbuy\t%d\t%d\tOK\t \n".formatted(THEN + i, THEN + i + 5));
      log.append("ERROR\tpay: No attribute named 'id' is defined\t%d\n".formatted(THEN + i));
    }
    Path file = Files.writeString(folder.resolve("simulation.log"), log);

    assertThat(stand.files("gatling", List.of(file))).as(stand.printed()).isZero();

    assertThat(stand.one("gatling/buy").requests()).isEqualTo(20);
    assertThat(stand.one("gatling/requests not built").errors())
        .isEqualTo(Map.of("pay: No attribute named 'id' is defined", 20L));
  }

  private Path changed(String file, UnaryOperator<String> change) throws IOException {
    String text = Files.readString(ImportStand.RESULTS.resolve(file));
    String changed = change.apply(text);
    assertThat(changed).isNotEqualTo(text);
    return Files.writeString(folder.resolve(Path.of(file).getFileName()), changed);
  }
}
