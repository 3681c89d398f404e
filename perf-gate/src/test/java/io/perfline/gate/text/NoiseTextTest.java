package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.judge.NoiseReport.Detection;
import io.perfline.gate.judge.NoiseReport.Noise;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoiseTextTest {

  private static final Threshold SLOWER = threshold("slower", "service_time.mean", "<= +5 %");
  private static final Threshold MORE_CPU = threshold("more-cpu", "cpu", "<= +5 %");

  @Test
  void statesWhatWillBeFoundInTheWorstCaseOfALimit() {
    assertThat(
            texts(
                new Noise(SLOWER, "paired/get", 1.1, 4, List.of(found(10, 23), found(8.2, 30))),
                new Noise(MORE_CPU, "paired/get", 2, 4.5, List.of(found(10, 30))),
                new Noise(SLOWER, "paired/uuid", 2.7, 4.9, List.of(found(12.7, 30))),
                new Noise(SLOWER, "paired/ip", 1.9, 4.2, List.of(found(10.5, 30)))))
        .containsExactly(
            "service_time.mean of 3 cases (limit slower): two starts of this build differ by ±1.1"
                + " to ±2.7 %; at worst, in paired/uuid, a change of 12.7 % will be found in"
                + " about 30 min",
            "cpu of paired/get (limit more-cpu): two starts of this build differ by ±2.0 %; a"
                + " change of 10.0 % will be found in about 30 min");
  }

  @Test
  void proposesTheLimitThatEveryCaseCanDecide() {
    assertThat(
            texts(
                new Noise(SLOWER, "paired/get", 1.1, 4, List.of(found(10, 5), found(9, 8))),
                new Noise(SLOWER, "paired/uuid", 3.6, 8.3, List.of()),
                new Noise(SLOWER, "paired/ip", 4, 7.9, List.of())))
        .containsExactly(
            "service_time.mean of 3 cases (limit slower): two starts of this build differ by ±1.1"
                + " to ±4.0 %; at worst, in paired/uuid, the limit of +5 % can't be decided"
                + " here within 8 min, this one can: {id: slower, pass: \"<= +8.5 %\"}");
  }

  private static List<String> texts(Noise... all) {
    return NoiseText.of(List.of(all), Duration.ofMinutes(8));
  }

  private static Detection found(double percent, double minutes) {
    return new Detection(percent, minutes);
  }

  private static Threshold threshold(String id, String metric, String pass) {
    String limits =
        """
        version: 1
        baselines: {parent: {paired: true}}
        thresholds:
          - {id: %s, case: paired/*, metric: %s, pass: "%s", baseline: parent}
        """;
    return ThresholdsFile.read("t.yml", limits.formatted(id, metric, pass)).thresholds().get(0);
  }
}
