package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.Runs;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.Level;
import io.perfline.gate.run.TimeDistribution;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {

  @ParameterizedTest(name = "{0}, limit {1} → {2}, at {3}: {4}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
      50:100/0/0 100:100/0/0 150:50/50/0  | >= 100 users | within_pass  | 100  | missed at 150
      50:100/0/0 100:100/0/0              | >= 100 users | within_pass  | 100  | at least 100 users
      50:100/0/0 100:100/0/0              | >= 200 users | not_measured | 100  | at least 100 users
      50:100/0/0 100:50/50/0 150:100/0/0  | >= 100 users | broken       | 50   | up to 50 users and
      50:100/0/0 100:40/0/60              | >= 100 users | broken       | 50   | missed at 100
      50:100/0/0 100:95/5/0 150:50/50/0   | >= 100 users | undecided    | 50   | up to 50 users
      50:59/0/0                           | >= 50 users  | within_pass  | 50   | at least 50
      50:58/0/0                           | >= 50 users  | undecided    | 0    | no level is sure
      50:50/50/0                          | >= 50 users  | broken       | 0    | missed at 50
      none                                | >= 50 users  | not_measured | none | no number of users
      50:0/0/0                            | >= 50 users  | not_measured | none | not one page
      50:99/0/0 50:99/0/0                 | >= 50 users  | not_measured | none | twice the same
      """)
  void findsTheLargestLevelThatSurelyMeetsTheGoalThereAndBelow(
      String levels, String pass, String finding, Double value, String told) {
    Line line = judge(levels, pass);

    assertThat(line.finding().word()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason()).contains(told);
    if (!finding.equals("not_measured")) {
      assertThat(line.value()).isEqualTo(value);
      assertThat(line.interval().low()).isEqualTo(value);
    }
  }

  private static Line judge(String levels, String pass) {
    String thresholds =
        """
        version: 1
        capacity:
          - id: c
            case: http/record
            goal: { pages: 95 %%, within: 6 s, errors: 5 %%, confidence: 95 %% }
            pass: "%s"
        """
            .formatted(pass);
    return Gate.judge(
            Runs.run(List.of(with(parse(levels)))),
            ThresholdsFile.read("t.yml", thresholds),
            History.NONE,
            Runs.START.plusSeconds(3600))
        .lines()
        .get(0);
  }

  /** users:pages in time / pages late / pages failed. */
  private static List<Level> parse(String text) {
    List<Level> levels = new ArrayList<>();
    for (String level : text == null ? new String[0] : text.split(" ")) {
      String[] parts = level.split("[:/]");
      Histogram times = new Histogram(3);
      if (!parts[1].equals("0")) {
        times.recordValueWithCount(5_900_000, Long.parseLong(parts[1]));
      }
      if (!parts[2].equals("0")) {
        times.recordValueWithCount(9_000_000, Long.parseLong(parts[2]));
      }
      levels.add(
          new Level(
              Integer.parseInt(parts[0]),
              Runs.START,
              Runs.START.plusSeconds(5),
              Long.parseLong(parts[3]),
              TimeDistribution.of(times),
              List.of()));
    }
    return levels;
  }

  private static Case with(List<Level> levels) {
    Case one = Runs.http("http/record", "recorder", Runs.uniform(1000));
    return new Case(
        one.name(),
        one.target(),
        one.parameters(),
        one.start(),
        one.end(),
        one.warm_up_ms(),
        one.requests(),
        one.messages(),
        one.bytes(),
        one.errors(),
        one.throughput_per_s(),
        one.response_time(),
        one.service_time(),
        one.generator(),
        one.problems(),
        null,
        List.of(),
        levels);
  }
}
