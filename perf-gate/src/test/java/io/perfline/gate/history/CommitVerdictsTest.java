package io.perfline.gate.history;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitVerdictsTest {

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
    add(slow, verdict(slow, Finding.BROKEN));
    Run equal = run(slow.commit());

    add(equal, verdict(equal, Finding.WITHIN_PASS));

    assertThat(verdicts().of(slow.commit()))
        .hasValueSatisfying(found -> assertThat(found.letThrough()).isFalse());
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
        new RunBaseline("base", baseline, "parent", null));
  }
}
