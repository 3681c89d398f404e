package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.command.Fault;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.MethodChange;
import io.perfline.gate.why.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when a method counts as named, and with the correct size. */
class WhyProofRowTest {

  private static final SlowedMethod CULPRIT = SlowedMethod.PARSER;

  private static MethodChange change(String method, Resource resource, double change) {
    return new MethodChange(
        method,
        true,
        resource,
        10,
        10 + change,
        change,
        change - 1,
        change + 1,
        0,
        0,
        0.1,
        null,
        null,
        null);
  }

  private static CaseWhy why(MethodChange... changes) {
    return new CaseWhy("c", null, 68, 900, List.of(), List.of(changes), List.of(), null, null);
  }

  private static MethodChange other(int number) {
    return change("app.Other.number" + number, Resource.CPU, 5);
  }

  @Test
  void aMethodIsFoundIfItIsInTheFirstThreeWithin20Percent() {
    MethodChange right = change(CULPRIT.expected(), Resource.CPU, 50);

    WhyProofRow first = WhyProofRow.of(CULPRIT, why(right, other(1)), 60);
    WhyProofRow fourth = WhyProofRow.of(CULPRIT, why(other(1), other(2), other(3), right), 50);
    WhyProofRow twice = WhyProofRow.of(CULPRIT, why(right), 25);

    assertThat(first.rank()).isEqualTo(1);
    assertThat(first.off()).isCloseTo(-1.0 / 6, within(1e-9));
    assertThat(first.sized()).isTrue();
    assertThat(fourth.rank()).isEqualTo(4);
    assertThat(fourth.named()).isFalse();
    assertThat(twice.named()).isTrue();
    assertThat(twice.sized()).isFalse();
  }

  @Test
  void anUnnamedMethodHasNoSize() {
    WhyProofRow none = WhyProofRow.of(CULPRIT, why(other(1)), 60);
    WhyProofRow waits =
        WhyProofRow.of(CULPRIT, why(change(CULPRIT.expected(), Resource.WAIT, 60)), 60);

    assertThat(none.rank()).isZero();
    assertThat(none.named()).isFalse();
    assertThat(waits.found()).isZero();
    assertThat(waits.sized()).isFalse();
  }

  @Test
  void anInjectionOfNothingHasNoSize() {
    WhyProofRow row = WhyProofRow.of(CULPRIT, why(change(CULPRIT.expected(), Resource.CPU, 60)), 0);

    assertThat(row.sized()).isFalse();
  }

  @Test
  void passesWithNineOfTenAndOneFalseAlarmInTwenty() {
    WhyProofRow right =
        WhyProofRow.of(CULPRIT, why(change(CULPRIT.expected(), Resource.CPU, 60)), 60);
    WhyProofRow wrong = WhyProofRow.of(CULPRIT, why(), 60);
    List<WhyProofRow> rows = new ArrayList<>(Collections.nCopies(9, right));
    rows.add(wrong);
    List<CaseWhy> same = new ArrayList<>(Collections.nCopies(19, why()));
    same.add(why(other(1)));

    assertThat(WhyProofCommand.code(rows, same)).isZero();
    rows.set(0, wrong);
    assertThat(WhyProofCommand.code(rows, same)).isEqualTo(Fault.EXCEEDED);
    same.set(0, why(other(1)));
    assertThat(WhyProofCommand.code(List.of(right), same)).isEqualTo(Fault.EXCEEDED);
  }
}
