package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code ./perfline gate RUN --explain THRESHOLD}. */
class ExplainTest {

  @TempDir private Path folder;
  private GateStand stand;

  @BeforeEach
  void aRun() throws IOException {
    stand = new GateStand(folder);
  }

  @Test
  void explainsBelowTheTable() {
    assertThat(stand.gate("--explain", "record-p95")).isZero();
    assertThat(stand.printed())
        .startsWith("PASS: ")
        .contains("record-p95 on http/record (recorder): PASS")
        .contains("  samples    1,000 requests");
  }

  @Test
  void suggestsASimilarThreshold() {
    assertThat(stand.gate("--explain", "record-p59")).isEqualTo(2);
    assertThat(stand.printed())
        .contains("there is no threshold 'record-p59' (did you mean 'record-p95'?)");
    assertThat(folder.resolve(VerdictFile.NAME)).doesNotExist();
  }

  @Test
  void requiresARun() {
    assertThat(stand.perf("gate", "--check", "--explain", "record-p95")).isEqualTo(2);
  }
}
