package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.sample.Verdicts;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndecidedCasesTest {

  @Test
  void areUndecidedOrExceededPairedCases() {
    assertThat(UndecidedCases.of(Verdicts.ALL.get("warn"))).containsExactly("paired/record");
    assertThat(UndecidedCases.of(Verdicts.ALL.get("fail"))).containsExactly("paired/record");
    assertThat(UndecidedCases.of(Verdicts.ALL.get("pass"))).isEmpty();
    assertThat(UndecidedCases.of(Verdicts.ALL.get("waiver"))).isEmpty();
  }

  @Test
  void areEmptyWithoutAVerdict() {
    Verdict fail = Verdicts.ALL.get("fail");
    List<String> problems = List.of("the generator starved");

    Verdict invalid =
        new Verdict(
            Verdict.SCHEMA,
            fail.run(),
            fail.build(),
            fail.branch(),
            fail.commit(),
            fail.profile(),
            fail.environment(),
            fail.judged(),
            Outcome.INVALID,
            "No verdict.",
            null,
            problems,
            fail.lines(),
            List.of());

    assertThat(UndecidedCases.of(invalid)).isEmpty();
  }
}
