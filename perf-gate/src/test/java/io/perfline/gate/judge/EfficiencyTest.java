package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.gate.Runs;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that an efficiency has no verdict if its reference is invalid: too slow a reference would
 * increase it.
 */
class EfficiencyTest {

  private static final String NAME = "kafka/batch_size/256";

  @ParameterizedTest(name = "direct: {0} requests, others use {1} → {2}: {3}")
  @CsvSource({
    "2000, 0.1, WITHIN_PASS, is within",
    "2000, 0.45, NOT_MEASURED, direct: other processes used 45 %",
    "12, 0.1, NOT_MEASURED, 'direct: 12 requests are too few, at least 300 are needed'"
  })
  void anInvalidReferenceHasNoEfficiency(
      int requests, double foreign, Finding finding, String reason) {
    CaseResult whole =
        Runs.http(NAME, "direct", Runs.uniform(requests))
            .withGenerator(new Generator(0.4, 100.0, 99.5, 3).withForeignCpu(foreign));
    CaseResult part =
        Runs.http(NAME, "recorder", Runs.uniform(1000))
            .withGenerator(new Generator(0.4, 100.0, 99.5, 3).withForeignCpu(0.1));
    String thresholds =
        """
        version: 1
        defaults: {min_samples: 300}
        valid_run: {foreign_cpu: '<= 20 %'}
        thresholds:
          - {id: t, case: kafka/batch_size/256, target: recorder, metric: efficiency, pass: '>= 30 %'}
        """;

    Line line = PairedRuns.only(Runs.run(List.of(part, whole)), thresholds);

    assertThat(line.finding()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason()).contains(reason);
  }
}
