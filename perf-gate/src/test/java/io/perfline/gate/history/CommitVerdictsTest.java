package io.perfline.gate.history;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitVerdictsTest {

  private static final String COMMIT = "a".repeat(40);

  private static final Thresholds LIMITS =
      ThresholdsFile.read(
          "t.yml",
          """
          version: 1
          thresholds:
            - {id: p95, case: paired/orders, metric: response_time.p95, pass: "<= 250 ms"}
          """);

  @TempDir private Path home;

  /** A slow commit passes when it is compared with itself, but must not become a baseline. */
  @Test
  void anEqualBuildDoesNotReplaceTheVerdictOnItsCommit() {
    Run slow = run("b".repeat(40));
    add(slow, verdict(slow, Finding.EXCEEDED));
    Run equal = run(slow.commit());

    add(equal, verdict(equal, Finding.WITHIN_PASS));

    assertThat(verdicts().of(slow.commit()))
        .hasValueSatisfying(found -> assertThat(found.letThrough()).isFalse());
  }

  @Test
  void onlyTheSameEnvironmentAndProfileRevokeAFailure() {
    verdicts().add(verdict("ci", "commit", Outcome.FAIL, 1));
    verdicts().add(verdict("ci", "smoke", Outcome.PASS, 2));
    verdicts().add(verdict("laptop", "commit", Outcome.PASS, 3));
    verdicts().add(verdict("ci", "commit", Outcome.INVALID, 4));

    assertThat(verdicts().hasFailed(COMMIT)).isTrue();
    assertThat(verdicts().of(COMMIT).orElseThrow().outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdicts().letThrough(COMMIT, any -> true)).isEmpty();

    CommitVerdict again = verdict("ci", "commit", Outcome.PASS, 5);
    verdicts().add(again);
    assertThat(verdicts().hasFailed(COMMIT)).isFalse();
    assertThat(verdicts().letThrough(COMMIT, any -> true)).contains(again);

    verdicts().add(verdict("ci", "commit", Outcome.INVALID, 6));
    assertThat(verdicts().hasFailed(COMMIT)).as("no verdict hides no pass").isFalse();
    assertThat(verdicts().letThrough(COMMIT, any -> true)).contains(again);
  }

  @Test
  void oneProfileDoesNotReplaceAnother() {
    CommitVerdict nightly = verdict("ci", "nightly", Outcome.PASS, 1);
    verdicts().add(nightly);
    verdicts().add(verdict("ci", "commit", Outcome.PASS, 2));

    assertThat(verdicts().letThrough(COMMIT, one -> one.profile().equals("nightly")))
        .contains(nightly);
  }

  @Test
  void readsFilesThatAreNamedAfterTheCommitAlone() throws IOException {
    HistoryFolder before = new HistoryFolder(home.resolve(".perf/verdicts"));
    before.write(COMMIT, List.of(verdict("ci", "commit", Outcome.FAIL, 1).point()));
    assertThat(verdicts().hasFailed(COMMIT)).isTrue();

    verdicts().add(verdict("ci", "commit", Outcome.PASS, 2));
    assertThat(verdicts().hasFailed(COMMIT)).isFalse();
  }

  private static CommitVerdict verdict(
      String environment, String profile, Outcome outcome, int second) {
    return new CommitVerdict(
        COMMIT,
        "main",
        environment,
        profile,
        "r",
        "7",
        Instant.EPOCH.plusSeconds(second),
        outcome,
        "A sentence.",
        outcome == Outcome.PASS,
        "");
  }

  private void add(Run run, Verdict verdict) {
    verdicts().add(run, verdict, LIMITS, "measured");
  }

  private CommitVerdicts verdicts() {
    return new CommitVerdicts(
        home, new HistoryOption(new EnvironmentOption(), home.resolve("history")));
  }

  private static Verdict verdict(Run run, Finding finding) {
    return SampleVerdicts.verdict(run, SampleVerdicts.line("p95", "paired/orders", finding, 200.0));
  }

  private static Run run(String baseline) {
    Run any = SampleRuns.run("r1", START, measured("paired/orders", times(1000)));
    return new Run(
        Run.SCHEMA,
        any.run(),
        any.build(),
        any.branch(),
        any.commit(),
        null,
        any.profile(),
        any.environment(),
        any.started(),
        any.ended(),
        any.catalogue(),
        List.copyOf(any.cases()),
        null,
        new RunBaseline("base", baseline, new BaselineSource("parent"), null));
  }
}
