package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests judging without a history: it is reported, and limits that need one don't pass. */
class NoHistoryTest {

  @TempDir private Path folder;

  @Test
  void warnsOfSkippedComparisons() throws IOException {
    GateStand stand = new GateStand(folder);
    stand.limits(
        """
        version: 1
        thresholds:
          - { id: p95, case: http/record, metric: response_time.p95, pass: "<= +5 %", baseline: main }
        baselines:
          main: { branch: main, last: 20, min: 8, max_age: 30 d, same: [environment] }
        """);

    assertThat(stand.gate("--no-history")).isZero();

    assertThat(stand.printed()).contains("WARN", "--no-history was given");
  }
}
