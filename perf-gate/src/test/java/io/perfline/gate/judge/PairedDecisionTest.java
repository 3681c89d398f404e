package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.absolute;
import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.StoppingRule;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedDecisionTest {

  @ParameterizedTest(name = "{0} × with {1} + {2} pairs → decided: {3}")
  @CsvSource({
    "1.0, 50, 50, true, false",
    "1.5, 50, 50, true, true",
    "1.1, 50, 50, false, false",
    "1.5, 100, 0, false, false",
    "1.5, 15, 15, true, true",
    "1.5, 6, 6, false, false"
  })
  void measuringEndsAsSoonAsEveryComparisonIsDecided(
      double factor, int first, int second, boolean decided, boolean exceeded) {
    Thresholds thresholds = ThresholdsFile.read("t.yml", limit("cpu", "<= +10 %"));
    PairedDecision decision = PairedDecision.of(thresholds, run().catalogue(), entry -> true);

    assertThat(decision.decided(paired(factor, first, second))).isEqualTo(decided);
    assertThat(decision.exceedsLimit(paired(factor, first, second))).isEqualTo(exceeded);
  }

  /** Their processes are never restarted, so all pairs are of one deployment, as for the gate. */
  @Test
  void servicesAtAnAddressAreOneDeployment() {
    Thresholds thresholds = ThresholdsFile.read("t.yml", limit("cpu", "<= +10 %"));
    RunBaseline atUrl = new RunBaseline("baseline", null, BaselineSource.AT_URL, null);
    CaseResult slower = paired(1.16, 50, 50);

    assertThat(stoppingRule(thresholds, null).exceedsLimit(slower)).isTrue();
    assertThat(stoppingRule(thresholds, atUrl).exceedsLimit(slower)).isFalse();
    assertThat(judge(run(slower).against(atUrl), limit("cpu", "<= +10 %")).outcome())
        .isEqualTo(Outcome.WARN);
  }

  private static StoppingRule stoppingRule(Thresholds thresholds, RunBaseline compared) {
    return PairedDecision.of(thresholds, compared, run().catalogue(), entry -> true);
  }

  @ParameterizedTest
  @CsvSource({"threshold: t, false", "threshold: other, true", "'shift: 0a1b2c3, case: x', true"})
  void aWaiverAppliesOnlyToItsThreshold(String waived, boolean exceeded) {
    String waiver = "{%s, %s, until: 2026-12-31, issue: P-1, reason: known}";
    String more = waived.startsWith("shift") ? "metric: cpu" : "ceiling: '+90 %'";
    Thresholds thresholds =
        ThresholdsFile.read(
            "t.yml",
            limit("cpu", "<= +10 %")
                + "  - {id: other, case: http/other, metric: cpu, pass: '<= +9 %',"
                + " baseline: parent}\nwaivers: ["
                + waiver.formatted(waived, more)
                + "]\n");
    PairedDecision decision = PairedDecision.of(thresholds, run().catalogue(), entry -> true);

    assertThat(decision.exceedsLimit(paired(1.5, 50, 50))).isEqualTo(exceeded);
    assertThat(decision.isBeyond(paired(1.5, 50, 50))).isTrue();
  }

  @Test
  void aLoadWithoutALimitIsAConfigurationError() {
    Thresholds none = ThresholdsFile.read("t.yml", absolute("response_time.p95", "<= 1 s"));
    Thresholds some = ThresholdsFile.read("t.yml", limit("cpu", "<= +10 %"));
    List<CatalogueEntry> catalogue = run().catalogue();

    PairedDecision.require(some, catalogue, entry -> true, "--against");
    assertThatThrownBy(() -> PairedDecision.require(none, catalogue, entry -> true, "--against"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("t.yml: --against was given, but no threshold compares");
    assertThatThrownBy(() -> PairedDecision.require(some, catalogue, entry -> false, "--against"))
        .isInstanceOf(Fault.class);
  }
}
