package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which comparisons make a warning of an absolute limit on a busy machine. */
class BusyMachineTest {

  private static final Thresholds THRESHOLDS =
      ThresholdsFile.read(
          "t.yml",
          """
          version: 1
          baselines: {parent: {paired: true}, past: {branch: main}}
          thresholds:
            - {id: compared, case: "paired/*", metric: cpu, pass: "<= +5 %", baseline: parent}
            - {id: absolute, case: "*", metric: response_time.p95, pass: "<= 1 ms"}
            - {id: past, case: "*", metric: cpu, pass: "<= +5 %", baseline: past}
          """);

  @ParameterizedTest
  @CsvSource({
    "home, absolute, WITHIN_PASS, BUSY_MACHINE",
    "home/get, absolute, EXCEEDED, BUSY_MACHINE",
    "http/home, absolute, WAIVED, BUSY_MACHINE",
    "home, absolute, UNDECIDED, NOT_MEASURED",
    "home, absolute, LIKELY_EXCEEDED, NOT_MEASURED",
    "home, absolute, NOT_TESTED, NOT_MEASURED",
    "home, absolute, NOT_AVAILABLE, NOT_MEASURED",
    "browse, absolute, WITHIN_PASS, NOT_MEASURED",
    "home, past, WITHIN_PASS, NOT_MEASURED"
  })
  void warnsIfAllComparisonsOfTheCaseAreDecided(
      String name, String threshold, Finding comparison, Finding expected) {
    Obstacle busy = Obstacle.of(Obstacle.Kind.BUSY_MACHINE, 45.0, null);
    JudgedLine line = line(threshold, name, Finding.NOT_MEASURED, busy);
    List<JudgedLine> all = List.of(line("compared", "paired/home", comparison, busy), line);

    assertThat(new BusyMachine(THRESHOLDS, all).judged(line).finding()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"NaN, BUSY_MACHINE", "45, NO_TIMES"})
  void otherReasonsStayInvalid(double share, Obstacle.Kind kind) {
    JudgedLine line =
        line("absolute", "home", Finding.NOT_MEASURED, Obstacle.of(kind, share, null));
    List<JudgedLine> all =
        List.of(line("compared", "paired/home", Finding.WITHIN_PASS, Obstacle.of(kind)), line);

    assertThat(new BusyMachine(THRESHOLDS, all).judged(line)).isEqualTo(line);
  }

  private static JudgedLine line(String id, String name, Finding finding, Obstacle why) {
    return JudgedLine.remark(id, name, null, Limit.remark("m", "–"), finding, Reason.without(why));
  }
}
