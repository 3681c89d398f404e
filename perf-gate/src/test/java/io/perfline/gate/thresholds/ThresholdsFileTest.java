package io.perfline.gate.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.command.Fault;
import io.perfline.core.run.PageGoal;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdsFileTest {

  static final String WHOLE =
      """
      version: 1

      defaults:
        min_samples: 500

      valid_run:
        achieved_rate: ">= 90 %"
        generator_cpu: "<= 80 %"
        deployed_commit: false

      thresholds:
        - id: record-p95
          case: http/record
          metric: response_time.p95
          pass: "<= 0.25 s"
          warn: "<= 400 ms"
        - id: kafka-throughput
          case: kafka/batch_size/*
          target: direct
          metric: throughput
          pass: ">= 50000 msg/s"
          min_samples: 20
        - id: record-p95-against-main
          case: http/record
          metric: response_time.p95
          pass: "<= +5 %"
          baseline: main
          confidence: 99.9 %

      baselines:
        main:   { branch: main, last: 20, min: 8, max_age: 30 d, same: [environment, profile] }
        paired: { war: previous-release.war }

      capacity:
        - id: browse-capacity
          case: http/browse
          goal: { pages: 95 %, within: 6 s, errors: 5 %, confidence: 95 % }
          pass: ">= 100 users"

      waivers:
        - { threshold: record-p95, ceiling: "0.5 s", until: 2026-12-31, issue: P-1, reason: known }
        - { shift: 0a1b2c3, case: http/*, metric: error_rate, until: 2026-12-31, issue: P-2, reason: r }

      accepted_changes:
        - { threshold: record-p95, from: "<= 0.2 s", to: "<= 0.25 s", issue: P-3, reason: store }
        - { case: paired/pages, from: commit, to: nightly, issue: P-4, reason: slow }
      """;

  @Test
  void readsEveryKeyOfTheFormat() {
    Thresholds read = ThresholdsFile.read("t.yml", WHOLE);

    assertThat(read.thresholds()).extracting(Threshold::minSamples).containsExactly(500, 20, 500);
    Threshold p95 = read.thresholds().get(0);
    assertThat(p95.metric()).isEqualTo(Metric.RESPONSE_TIME_P95);
    assertThat(p95.pass().bound()).isEqualTo(250);
    assertThat(p95.warn().bound()).isEqualTo(400);
    assertThat(p95.position()).hasToString("t.yml:12:5");
    assertThat(read.thresholds().get(2).confidence()).isEqualTo(0.999, within(1e-9));
    assertThat(read.validRun().deployedCommit()).isFalse();
    assertThat(read.validRun().errorRate().bound()).isEqualTo(5);
    assertThat(read.baselines().get("main"))
        .isInstanceOfSatisfying(
            Baseline.Past.class,
            past -> {
              assertThat(past.maxAge()).isEqualTo(Duration.ofDays(30));
              assertThat(past.same())
                  .isEqualTo(Set.of(Baseline.Same.ENVIRONMENT, Baseline.Same.PROFILE));
            });
    assertThat(read.capacity().get(0).goal()).isEqualTo(new PageGoal(0.95, 6000, 0.05, 0.95));
    assertThat(read.waivers().get(0).isValidOn(LocalDate.parse("2026-12-31"))).isTrue();
    assertThat(read.waivers().get(0).isValidOn(LocalDate.parse("2027-01-01"))).isFalse();
    assertThat(read.warnings())
        .singleElement()
        .asString()
        .startsWith("t.yml: accepted_changes has no effect any more");
  }

  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          version: 1               | version: 2               | t.yml:1:10  | to be 1
          version: 1               | versoin: 1               | t.yml:1:1   | did you mean 'version'
          min_samples: 500         | min_samples: 0           | t.yml:4:16  | number of requests from 1
          min_samples: 500         | min_samples: many        | t.yml:4:16  | takes for text
          "<= 80 %"                | ">= 80 %"                | t.yml:8:18  | faces the wrong way
          "<= 80 %"                | "<= 80 ms"               | t.yml:8:18  | wrong kind of unit
          deployed_commit: false   | deployed_commit: "no"    | t.yml:9:20  | true or false
          id: record-p95           | id: kafka-throughput     | t.yml:17:9  | already defined in line 12
          case: http/browse        | case: "http//browse"     | t.yml:36:11 | expected a case such as
          metric: throughput       | metric: thruput          | t.yml:20:13 | did you mean 'throughput'
          metric: throughput       | metric: [throughput]     | t.yml:20:13 | found a list
          target: direct           | target: To Kafka         | t.yml:19:13 | expected a target
          "<= 0.25 s"              | "<= 0.25 sec"            | t.yml:15:11 | unknown unit 'sec'
          "<= 0.25 s"              | "<= 0.25 S"              | t.yml:15:11 | did you mean 's'
          "<= 0.25 s"              | "<= 250"                 | t.yml:15:11 | has no unit
          "<= 0.25 s"              | "= 250 ms"               | t.yml:15:11 | expected <=, <, >= or >
          "<= 0.25 s"              | "<= 250 msg/s"           | t.yml:15:11 | wrong kind of unit
          "<= 0.25 s"              | "<= NaN ms"              | t.yml:15:11 | expected a number
          "<= 0.25 s"              | "<= -250 ms"             | t.yml:15:11 | has a sign
          "<= 0.25 s"              | ">= 0.25 s"              | t.yml:15:11 | permits every slowdown
          "<= 0.25 s"              | "<= +5 %"                | t.yml:15:11 | needs the key 'baseline'
          "<= 400 ms"              | "<= 200 ms"              | t.yml:16:11 | permits no more than
          ">= 50000 msg/s"         | ">= 0 msg/s"             | t.yml:21:11 | limits nothing
          ">= 50000 msg/s"         | 50000                    | t.yml:21:11 | takes for a number; put it in quotes
          ">= 50000 msg/s"         |                          | t.yml:21:10 | found nothing
          min_samples: 20          | confidence: 99 %         | t.yml:22:17 | only a threshold with a baseline
          min_samples: 20          | target: direct           | t.yml:22:5  | occurs twice
          "<= +5 %"                | "<= 5 %"                 | t.yml:26:11 | percentage with a sign
          baseline: main           | baseline: mian           | t.yml:27:15 | did you mean 'main'
          confidence: 99.9 %       | confidence: 9.9 %        | t.yml:28:17 | from 80 %
          confidence: 99.9 %       | confidence: 99.9 ms      | t.yml:28:17 | is not a share
          min: 8                   | min: 21                  | t.yml:31:42 | among the last 20
          max_age: 30 d            | max_age: 30 parsec       | t.yml:31:54 | unknown unit
          [environment, profile]   | [enviroment]             | t.yml:31:67 | did you mean 'environment'
          [environment, profile]   | []                       | t.yml:31:66 | found an empty one
          { war:                   | { wra:                   | t.yml:32:13 | did you mean 'war'
          { war:                   | { branch: x, war:        | t.yml:32:21 | has no history
          pages: 95 %              | pages: 195 %             | t.yml:37:20 | more than all
          within: 6 s              | within: 6 users          | t.yml:37:34 | is not a time
          ">= 100 users"           | ">= 100 req/s"           | t.yml:38:11 | wrong kind of unit
          ">= 100 users"           | "<= 100 users"           | t.yml:38:11 | faces the wrong way
          threshold: record-p95    | threshold: record-95     | t.yml:41:18 | did you mean 'record-p95'
          ceiling: "0.5 s"         | ceiling: "0.3 s"         | t.yml:41:39 | permits no more than
          ceiling: "0.5 s"         | ceiling: "+10 %"         | t.yml:41:39 | of another kind
          ceiling: "0.5 s",        |                          | t.yml:41:5  | needs it
          until: 2026-12-31        | until: 2026-02-31        | t.yml:41:55 | no such day
          until: 2026-12-31        | until: soon              | t.yml:41:55 | such as 2026-12-31
          issue: P-1,              | iss: P-1,                | t.yml:41:67 | did you mean 'issue'
          shift: 0a1b2c3           | shift: main              | t.yml:42:14 | digits of a commit
          """)
  void namesThePositionOfEachError(
      String written, String instead, String position, String message) {
    String exceeded = WHOLE.replaceFirst(java.util.regex.Pattern.quote(written), quoted(instead));
    assertThat(exceeded).isNotEqualTo(WHOLE);

    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", exceeded))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION))
        .hasMessageContaining(position + ": ")
        .hasMessageContaining(message);
  }

  private static String quoted(String text) {
    return java.util.regex.Matcher.quoteReplacement(text == null ? "" : text);
  }

  @Test
  void reportsAllErrorsInTheOrderOfTheFile() {
    String exceeded =
        WHOLE
            .replace("0.25 s", "0.25 sec")
            .replace("baseline: main", "baseline: mian")
            .replace("threshold: record-p95", "threshold: nothing")
            .replace("version: 1", "version: 3");

    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", exceeded))
        .hasMessageMatching(
            "(?s)4 faults in t.yml\\R.*t.yml:1:.*t.yml:15:.*t.yml:27:.*t.yml:41:.*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                    | is empty
          `# only a comment`                    | is empty
          version: 1                            | nothing is limited
          `{version: 1, thresholds: []}`        | an empty one
          `{version: 1, thresholds: }`          | found nothing
          `[1, 2]`                              | found a list
          `version: 1\tthresholds: [`           | not YAML
          `{version: 1, capacity: {}}`          | found a mapping
          """)
  void refusesAFileWithoutLimits(String text, String message) {
    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", text))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(message);
  }

  @Test
  void aMissingFileIsAConfigurationError() {
    assertThatThrownBy(() -> ThresholdsFile.read(Path.of("nowhere", "thresholds.yml")))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION));
  }

  @ParameterizedTest
  @CsvSource({
    "'<= 0.25 s', 250", "'<=250ms', 250", "'< 250000 µs', 250", "'< 250000 us', 250",
    "'<= 2 min', 120000", "'>= 1.5 MB/s', 1500000", "'>= 2 MiB/s', 2097152", "'>= 600 msg/min', 10",
    "'<= +5 %', 5", "'>= -3.5 %', -3.5", "'<= 0 count', 0", "'<= 1 kB', 1000"
  })
  void convertsUnits(String condition, double bound) {
    assertThat(Condition.parse(condition).bound()).isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource({
    "kafka/batch_size/*, kafka/batch_size/256, true",
    "kafka/*, kafka/batch_size/256, false",
    "kafka/**, kafka/batch_size/256, true",
    "**, http/record, true",
    "http/recor?, http/record, true",
    "http/record, http/records, false",
    "http/rec.rd, http/record, false"
  })
  void aStarMatchesOnePartOfAName(String glob, String name, boolean matches) {
    assertThat(Glob.of(glob).matches(name)).isEqualTo(matches);
  }

  @Test
  void aRunIsComparedWithOnlyOneRelease() {
    String two =
        """
        version: 1
        thresholds:
          - {id: a, case: a, metric: throughput, pass: ">= -5 %", baseline: last}
          - {id: b, case: a, metric: requests, pass: ">= -5 %", baseline: older}
        baselines:
          last: {war: last.war}
          older: {war: older.war}
        """;

    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", two))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("t.yml:7")
        .hasMessageContaining("one limit names the release older.war, another last.war");
    assertThat(ThresholdsFile.read("t.yml", two.replace("older.war", "last.war")).release())
        .hasValue("last.war");
  }
}
