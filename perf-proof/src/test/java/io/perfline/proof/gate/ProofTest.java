package io.perfline.proof.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProofTest {

  @Test
  void simulatesAsManyThresholdsAsShip() {
    Thresholds shipped = ThresholdsFile.read(Path.of("..", "thresholds.yml")).judging(false);

    long lines =
        Stream.of("pages", "record", "kryonet", "topic")
            .flatMap(
                way ->
                    shipped.thresholds().stream()
                        .filter(shipped::inPairs)
                        .filter(threshold -> threshold.names("paired/" + way, "recorder")))
            .count();

    assertThat(lines).isEqualTo(Proof.SHIPPED);
  }
}
