package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.gate.Runs;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a service that can't take the rate fails, while a generator that can't send it gives
 * no verdict.
 */
class OverloadTest {

  @ParameterizedTest(name = "limited by {0}, {1} failed, throughput {2} → {3}")
  @CsvSource({
    "service, 0, >= 190 msg/s, EXCEEDED",
    "service, 900, >= 190 msg/s, EXCEEDED",
    "service, 0, >= 90 msg/s, WITHIN_PASS",
    "service, 900, >= 90 msg/s, REQUESTS_FAILED",
    ", 0, >= 190 msg/s, NOT_MEASURED",
    ", 0, >= 90 msg/s, NOT_MEASURED"
  })
  void theBottleneckDecides(String bottleneck, long failed, String limit, Finding finding) {
    Line line = line(bottleneck, failed, "throughput", limit);

    assertThat(line.finding()).as(line.reason()).isEqualTo(finding);
    if (finding == Finding.EXCEEDED) {
      assertThat(line.reason())
          .isEqualTo(
              "100 msg/s is below the limit of 190 msg/s: the service cannot take the rate: all"
                  + " 1,900 connections waited for responses");
    }
  }

  @Test
  void timesAreStillNotJudgedIfMostRequestsFailed() {
    assertThat(line("service", 900, "response_time.p95", "<= 1 s").finding())
        .isEqualTo(Finding.REQUESTS_FAILED);
  }

  private static Line line(String bottleneck, long failed, String metric, String limit) {
    CaseResult result =
        Runs.http("http/record", "recorder", Runs.uniform(1000))
            .withErrors(Map.of("timeout", failed))
            .withGenerator(new Generator(0.4, 200.0, 90, 3.0).withConnections(1_900, bottleneck));
    String thresholds =
        """
        version: 1
        thresholds:
          - {id: t, case: http/record, metric: %s, pass: '%s', min_samples: 100}
        """
            .formatted(metric, limit);
    return PairedRuns.only(Runs.run(List.of(result)), thresholds);
  }
}
