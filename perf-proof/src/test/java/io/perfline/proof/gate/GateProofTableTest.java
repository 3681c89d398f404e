package io.perfline.proof.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateProofTableTest {

  @Test
  void endsWithWhatTheRowsComeTo() {
    InjectedChange none = InjectedChange.QUICK.get(0);
    InjectedChange tail = InjectedChange.QUICK.get(3);
    GateProofRow same = new GateProofRow(0, none.kind(), none.threshold(), 2, 0, 1, 24.4, -0.34);
    GateProofRow slow =
        new GateProofRow(tail.size(), tail.kind(), tail.threshold(), 6, 5, 1, 24, null);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);

    GateProofTable.head(out);
    GateProofTable.line(out, none, same);
    GateProofTable.line(out, tail, slow);
    GateProofTable.foot(out, List.of(same, slow));

    assertThat(text.toString().lines().map(String::stripTrailing))
        .containsExactly(
            "change                      threshold  verdicts   red  undecided  median s  seen, median",
            "none (A/A)                  median            2     0          1        24        -0.3 %",
            "one request in fifty +10 ms tail              6     5          1        24             -",
            "",
            "False alarms: 0 in 2 verdicts. Changes found: 5 in 6 verdicts.");
  }

  @Test
  void countsRedOfAChangeWithinTheLimitAsAFalseAlarm() {
    GateProofRow within =
        new GateProofRow(2, "service_time", InjectedChange.MEDIAN, 10, 1, 9, 24, 2.1);
    GateProofRow beyond =
        new GateProofRow(5, "service_time", InjectedChange.MEDIAN, 20, 19, 1, 24, 4.8);
    StringWriter text = new StringWriter();

    GateProofTable.foot(new PrintWriter(text), List.of(within, beyond));

    assertThat(text.toString())
        .contains("False alarms: 1 in 10 verdicts. Changes found: 19 in 20 verdicts.");
  }
}
