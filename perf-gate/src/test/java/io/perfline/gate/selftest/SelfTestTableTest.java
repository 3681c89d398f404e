package io.perfline.gate.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelfTestTableTest {

  @Test
  void endsWithWhatTheRowsComeTo() {
    Change none = Change.QUICK.get(0);
    Change tail = Change.QUICK.get(3);
    Row same = new Row(0, none.kind(), none.threshold(), 2, 0, 1, 24.4, -0.34);
    Row slow = new Row(tail.size(), tail.kind(), tail.threshold(), 6, 5, 1, 24, null);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);

    SelfTestTable.head(out);
    SelfTestTable.line(out, none, same);
    SelfTestTable.line(out, tail, slow);
    SelfTestTable.foot(out, List.of(same, slow));

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
    Row within = new Row(2, "service_time", Change.MEDIAN, 10, 1, 9, 24, 2.1);
    Row beyond = new Row(5, "service_time", Change.MEDIAN, 20, 19, 1, 24, 4.8);
    StringWriter text = new StringWriter();

    SelfTestTable.foot(new PrintWriter(text), List.of(within, beyond));

    assertThat(text.toString())
        .contains("False alarms: 1 in 10 verdicts. Changes found: 19 in 20 verdicts.");
  }
}
