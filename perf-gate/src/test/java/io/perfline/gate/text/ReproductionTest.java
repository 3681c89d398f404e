package io.perfline.gate.text;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.Verdicts;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import org.junit.jupiter.api.Test;

class ReproductionTest {

  private static final RunBaseline BASELINE =
      new RunBaseline("main~1", "c01010736d" + "0".repeat(30), BaselineSource.FOUND, null);

  @Test
  void measuresTheExceededCasesAgainstTheSameCommit() {
    assertThat(Reproduction.command(Verdicts.ALL.get("fail-on-a-busy-machine"), BASELINE))
        .isEqualTo("perfline ci --only paired/record --only paired/pages --against c01010736d");
  }

  @Test
  void namesTheProfileWithoutItsSelectedCases() {
    Verdict verdict =
        verdict(
            run("smoke --only 'a b'", "r1", START), line("p95", "a b", Finding.EXCEEDED, 900.0));

    assertThat(Reproduction.command(verdict, BASELINE))
        .isEqualTo("perfline ci --only 'a b' --profile smoke");
  }

  @Test
  void comparesWithTheReleaseOfTheSecondComparison() {
    Line slower =
        SampleLines.line(
            "since-release",
            "paired/home",
            "service",
            "cpu",
            "<= +12 %",
            null,
            32.0,
            "%",
            null,
            40,
            SampleLines.paired(
                "r", 1.0, 1.32, "us", LoadUnit.REQUEST, "the last release v1 (faea6c4619)"),
            Finding.EXCEEDED,
            "beyond");
    Verdict verdict = verdict(run("nightly", "r1", START), slower);

    assertThat(Reproduction.command(verdict, BASELINE))
        .isEqualTo("perfline ci --only paired/home --profile nightly --against faea6c4619");
    assertThat(Reproduction.baselineCommit(verdict, BASELINE)).contains("faea6c4619");
  }

  @Test
  void comparesWithTheSurvivingBuild() {
    Line ended =
        SampleLines.serverEnd("paired/home", "service", "the candidate's server ended after 43 s");

    assertThat(Reproduction.command(verdict(run("nightly", "r1", START), ended), BASELINE))
        .isEqualTo("perfline ci --only paired/home --profile nightly --against c01010736d");
  }

  @Test
  void measuresAllCasesIfNoneIsKnown() {
    Verdict verdict = verdict(run("r1", START), line("p95", "http/**", Finding.EXCEEDED, 900.0));

    assertThat(Reproduction.command(verdict, null)).isEqualTo("perfline ci");
  }
}
