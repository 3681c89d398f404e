package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.text.JunitFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests histories that are missing or not comparable: nothing passes, and each error names its
 * cause.
 */
class HistoryFailsClosedTest {

  private static final String THRESHOLDS =
      """
      version: 1
      thresholds:
        - id: p95-against-main
          case: http/record
          metric: response_time.p95
          pass: "<= +100 %"
          baseline: main
      baselines: { main: { branch: main } }
      """;

  private static final String ROWS =
      "{\"results\":[{\"statement_id\":0,\"series\":[{\"name\":\"perf_case\",\"tags\":"
          + "{\"case\":\"http/record\",\"target\":\"recorder\"},\"columns\":[\"time\",\"run\","
          + "\"commit\",\"fingerprint\",\"valid\",\"p95_ms\"],\"values\":[%s]}]}]}\n";

  private static final String DECISIONS =
      "{\"results\":[{\"statement_id\":0,\"series\":[{\"name\":\"perf_event\",\"columns\":"
          + "[\"time\",\"run\",\"text\"],\"values\":[%s]}]}]}\n";

  @TempDir private Path folder;
  private CannedInfluxDb influxDb;
  private GateStand stand;

  @BeforeEach
  void aRunToCompare() throws IOException {
    influxDb = new CannedInfluxDb();
    stand = new GateStand(folder);
    stand.limits(THRESHOLDS);
  }

  @AfterEach
  void stop() {
    influxDb.close();
  }

  @Test
  void passesWithTwentyEarlierRuns() throws IOException {
    influxDb.answersCases(cases(20, "ab12", true, "95")).answersEvents(decisions(20, "PASS: ok"));

    assertThat(gate()).as(stand.printed()).isZero();
    assertThat(VerdictFile.read(folder).outcome()).isEqualTo(Outcome.PASS);
    assertThat(stand.printed())
        .contains(
            "from 20 runs (95 ms, now 95.04 ms) is confirmed worse, but is within the limit of +100"
                + " %");
  }

  @Test
  void anEmptyBaselineIsNotTested() throws IOException {
    notTested("0 of at least 8 runs (the history contains none)");
  }

  @ParameterizedTest(name = "{0} runs on {1}, valid {2}, p95 {3}, {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
           7 | ab12  | true  | 95   | PASS: fine    | 7 of at least 8 runs
          20 | other | true  | 95   | PASS: fine    | 20 of another machine
          20 | ab12  | false | 95   | PASS: fine    | 20 that didn't pass the gate themselves
          20 | ab12  | true  | 95   | FAIL: slow    | 20 that didn't pass the gate themselves
          20 | ab12  | true  | 95   | INVALID: none | 20 that didn't pass the gate themselves
          20 | ab12  | true  | null | PASS: fine    | 0 of at least 8 runs
          """)
  void aBaselineWithoutComparableRunsIsNotTested(
      int runs, String machine, boolean valid, String p95, String decision, String message)
      throws IOException {
    influxDb
        .answersCases(cases(runs, machine, valid, p95))
        .answersEvents(decisions(runs, decision));

    notTested(message);
  }

  @Test
  void anUnreachableInfluxDbGivesNoVerdict() throws IOException {
    Path nobody = CannedInfluxDb.environment(folder, 1);

    noVerdict(nobody, "cannot read the history from InfluxDB at http://127.0.0.1:1, database");
  }

  @Test
  void aFailingInfluxDbGivesNoVerdict() throws IOException {
    influxDb.answersWithCode(503).answersCases("{\"error\":\"timeout\"}");

    noVerdict(influxDb.environment(folder), "HTTP 503: {\"error\":\"timeout\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "<html>502</html>",
        "{\"error\":\"engine is closed\"}",
        "{\"results\":[{\"error\":\"database not found: perfline\"}]}",
        "{\"results\":[{\"statement_id\":0,\"partial\":true}]}",
        "{\"results\":[{\"statement_id\":0,\"series\":[{\"columns\":[\"time\"],\"values\":[[1",
        "{\"results\":[{\"series\":[{\"columns\":[\"time\"],\"values\":[[1],[2]],\"partial\":true}]}]}",
        "{\"results\":[{\"series\":[{\"columns\":[\"time\"],\"values\":[[1,2]]}]}]}",
        "{\"results\":[{\"series\":[{\"columns\":[\"time\"],\"values\":[7]}]}]}"
      })
  void aMalformedResponseGivesNoVerdict(String answer) throws IOException {
    influxDb.answersCases(answer);

    noVerdict(influxDb.environment(folder), "cannot read the history");
  }

  private void notTested(String message) throws IOException {
    gate();

    assertThat(stand.printed()).contains("not tested: ").contains(message);
    assertThat(VerdictFile.read(folder).outcome()).isEqualTo(Outcome.WARN);
    assertThat(VerdictFile.read(folder).lines())
        .singleElement()
        .satisfies(line -> assertThat(line.finding()).isEqualTo(Finding.NOT_TESTED));
  }

  private void noVerdict(Path environment, String message) {
    assertThat(gate(environment)).as(stand.printed()).isEqualTo(3);
    assertThat(stand.printed()).contains(message);
    assertThat(folder.resolve(VerdictFile.NAME)).doesNotExist();
    assertThat(folder.resolve(JunitFile.NAME)).content().contains("<error ");
  }

  private int gate() throws IOException {
    return gate(influxDb.environment(folder));
  }

  private int gate(Path environment) {
    return stand.gate("--environment", environment.toString());
  }

  /** Returns runs a hundred seconds apart, newest first as in the query. */
  private static String cases(int runs, String machine, boolean valid, String p95) {
    return ROWS.formatted(
        IntStream.range(0, runs)
            .mapToObj(
                i ->
                    "[%d000000000,\"r%d\",\"c\",\"%s\",%s,%s]"
                        .formatted(
                            Runs.START.getEpochSecond() - 100 * (i + 1), i, machine, valid, p95))
            .collect(Collectors.joining(",")));
  }

  private static String decisions(int runs, String text) {
    return DECISIONS.formatted(
        IntStream.range(0, runs)
            .mapToObj(i -> "[1,\"r%d\",\"%s\"]".formatted(i, text))
            .collect(Collectors.joining(",")));
  }
}
