package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.Runs;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {

  /**
   * Distributions by pages in time / pages late, because encoding a histogram takes longer than
   * judging a level.
   */
  private static final Map<String, TimeDistribution> PAGE_TIMES = new HashMap<>();

  @ParameterizedTest(name = "{0}, limit {1} → {2}, from {3} to {4}: {5}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          50:100/0/0 100:100/0/0 150:50/50/0   | >= 100 users | within_pass  | 100  | 150  | is 100 users, confirmed below 150
          50:100/0/0 100:100/0/0 150:50/50/0   | >= 150 users | broken       | 100  | 150  | 150 users miss it: 50 % of 100 pages
          50:100/0/0 100:100/0/0               | >= 100 users | within_pass  | 100  | none | at least 100 users, the highest
          50:100/0/0 100:100/0/0               | >= 200 users | not_measured | 100  | none | at least 100 users
          50:100/0/0 100:50/50/0 150:100/0/0   | >= 100 users | broken       | 50   | 100  | is 50 users, confirmed below 100
          50:100/0/0 100:40/0/60               | >= 100 users | broken       | 50   | 100  | 40 % of 100 pages in time, 60 % failed
          50:100/0/0 100:95/5/0 150:50/50/0    | >= 100 users | undecided    | 50   | 150  | 100 users can't be distinguished from it
          50:59/0/0                            | >= 50 users  | within_pass  | 50   | none | at least 50
          50:58/0/0                            | >= 50 users  | not_measured | 0    | none | no number of users is confirmed
          50:50/50/0                           | >= 50 users  | broken       | 0    | 50   | 50 users miss it
          50:100/0/0 75:100/0/0 100:50/50/0    | >= 80 users  | undecided    | 75   | 100  | is 75 users, confirmed below 100
          50:100/0/0 100:100/0/0/drifts        | >= 50 users  | within_pass  | 50   | none | nothing is known of 100 users: drifts
          50:100/0/0 100:100/0/0/drifts        | >= 100 users | not_measured | 50   | none | nothing is known of 100 users: drifts
          50:100/0/0/drifts 100:100/0/0        | >= 50 users  | not_measured | 0    | none | nothing is known of 50 users: drifts
          50:0/0/0/empty                       | >= 50 users  | not_measured | 0    | none | nothing is known of 50 users: empty
          50:100/0/0 75:0/99/0/drifts 100:0/99/0 | >= 60 users | not_measured | 50  | 100  | nothing is known of 75 users: drifts
          50:100/0/0 75:0/99/0/drifts 100:0/99/0 | >= 100 users | broken     | 50   | 100  | nothing is known of 75 users: drifts
          none                                 | >= 50 users  | not_measured | none | none | no number of users
          50:0/0/0                             | >= 50 users  | not_measured | none | none | not one page
          0:99/0/0                             | >= 50 users  | not_measured | none | none | no number of users
          50:99/0/0 50:99/0/0                  | >= 50 users  | not_measured | none | none | twice the same
          """)
  void findsTheLargestLevelConfirmedWithAllBelow(
      String levels, String pass, String finding, Double value, Double below, String message) {
    Line line = judge(levels, pass);

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason()).contains(message);
    assertThat(line.value()).isEqualTo(value);
    if (value != null) {
      assertThat(line.interval().low()).isEqualTo(value);
      assertThat(line.interval().high()).isEqualTo(below);
    }
  }

  @Test
  void explainsTheCapacity() {
    assertThat(judge("50:100/0/0 100:50/50/0", ">= 50 users").reason())
        .isEqualTo(
            "the capacity is 50 users, confirmed below 100: at 95 % confidence 95 % of the pages"
                + " are complete within 6 s and at most 5 % fail, at every level up to it; 100 users"
                + " miss it: 50 % of 100 pages in time, 0 % failed; the limit is >= 50 users");
  }

  /**
   * Even with independent levels beyond the true capacity, a false pass is as rare as with one
   * level.
   */
  @Test
  void overestimatesNoMoreOftenThanASingleTest() {
    Random random = new Random(20140101);
    Thresholds sixtyUsers = thresholds(">= 60 users");
    int tooMuch = 0;
    for (int i = 0; i < 2000; i++) {
      StringBuilder levels = new StringBuilder();
      for (int users = 10; users <= 100; users += 10) {
        // Up to 50 users nearly all pages are in time; from 60 on slightly too few.
        int inTime = inTime(random, users <= 50 ? 0.999 : 0.95);
        levels.append("%d:%d/%d/0 ".formatted(users, inTime, 300 - inTime));
      }
      tooMuch += judge(levels.toString().strip(), sixtyUsers).outcome() == Outcome.PASS ? 1 : 0;
    }
    assertThat(tooMuch).isPositive().isLessThanOrEqualTo(2000 * 5 / 100);
  }

  private static int inTime(Random random, double share) {
    return (int) IntStream.range(0, 300).filter(page -> random.nextDouble() < share).count();
  }

  private static Line judge(String levels, String pass) {
    return judge(levels, thresholds(pass));
  }

  private static Thresholds thresholds(String pass) {
    String text =
        """
        version: 1
        capacity:
          - id: c
            case: http/record
            goal: { pages: 95 %%, within: 6 s, errors: 5 %%, confidence: 95 %% }
            pass: "%s"
        """
            .formatted(pass);
    return ThresholdsFile.read("t.yml", text);
  }

  private static Line judge(String levels, Thresholds thresholds) {
    return Wording.of(
            Gate.judge(
                Runs.run(List.of(with(parse(levels)))),
                thresholds,
                History.NONE,
                Runs.START.plusSeconds(3600)))
        .lines()
        .get(0);
  }

  /** Parses users:pages in time / pages late / pages failed / problem. */
  private static List<Level> parse(String text) {
    List<Level> levels = new ArrayList<>();
    for (String level : text == null ? new String[0] : text.split(" ")) {
      String[] parts = level.split("[:/]");
      levels.add(
          new Level(
              Integer.parseInt(parts[0]),
              Runs.START,
              Runs.START.plusSeconds(5),
              Long.parseLong(parts[3]),
              PAGE_TIMES.computeIfAbsent(parts[1] + "/" + parts[2], each -> pageTimes(parts)),
              parts.length < 5 ? List.of() : List.of(parts[4])));
    }
    return levels;
  }

  private static TimeDistribution pageTimes(String[] parts) {
    Histogram times = new Histogram(3);
    if (!parts[1].equals("0")) {
      times.recordValueWithCount(5_900_000, Long.parseLong(parts[1]));
    }
    if (!parts[2].equals("0")) {
      times.recordValueWithCount(9_000_000, Long.parseLong(parts[2]));
    }
    return TimeDistribution.of(times);
  }

  private static CaseResult with(List<Level> levels) {
    return Runs.http("http/record", "recorder", Runs.uniform(1000)).withLevels(levels);
  }
}
