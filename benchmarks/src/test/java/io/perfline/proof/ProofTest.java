package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.thresholds.ThresholdsFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProofTest {

  private final Proof proof =
      new Proof(ThresholdsFile.read(Path.of("..", "thresholds.yml")).judging(false), 40, 1);

  @Test
  void outcomesAddUpToTheNumberOfBuilds() {
    List<ProofRow> rows = proof.rows(noise("normal", 0.02));

    assertThat(rows).hasSize(4);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row.failed() + row.passed() + row.undecided() + row.noVerdict())
                    .isEqualTo(row.builds()));
  }

  @Test
  void differingDeploymentsNeitherFailNorPassAtTheLimit() {
    ProofRow atLimit = proof.rows(noise("normal", 0.05)).get(1);

    assertThat(atLimit.failed()).isLessThan(3);
    assertThat(atLimit.passed()).isLessThan(6);
  }

  @Test
  void tiesOfWholeMicrosecondsAreNotDecided() {
    List<ProofRow> rows = proof.rows(noise("ties at 10 us", 0));

    assertThat(rows).allSatisfy(row -> assertThat(row.passed()).isZero());
    assertThat(rows.subList(0, 3)).allSatisfy(row -> assertThat(row.failed()).isZero());
  }

  private static BuildNoise noise(String name, double effect) {
    return BuildNoise.all().stream()
        .filter(noise -> noise.name().equals(name) && noise.effect() == effect)
        .findFirst()
        .orElseThrow();
  }
}
