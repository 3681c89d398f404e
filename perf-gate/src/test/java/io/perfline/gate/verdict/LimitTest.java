package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.metric.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

  @ParameterizedTest
  @CsvSource({
    "<= 250 ms, ms, 250",
    "<= 0.25 s, ms, 250",
    "<= 300 us, ms, 0.3",
    "<= 1.5 MB, B, 1500000",
    ">= 50000 msg/s, msg/s, 50000",
    "<= +5 %, %, 5",
    "<= -2.5 %, %, -2.5",
    ">= 100 users, users, 100",
  })
  void convertsItsNumberToTheUnitOfTheValue(String text, String unit, double expected) {
    Limit limit = Limit.parse("cpu", text, null);

    assertThat(limit.in(Unit.of(unit).orElseThrow())).hasValue(expected);
    assertThat(limit.isUpper()).isEqualTo(text.startsWith("<"));
  }

  @Test
  void hasNoNumberInAnotherDimensionOrAsARemark() {
    assertThat(Limit.parse("cpu", "<= 5 msg/s", null).in(Unit.MILLISECONDS)).isEmpty();
    for (String text : new String[] {"between 3 and 5", "", "–", "runs"}) {
      Limit remark = Limit.parse("server", text, null);

      assertThat(remark.in(Unit.MILLISECONDS)).isEmpty();
      assertThat(remark.text()).isEqualTo(text);
    }
  }
}
