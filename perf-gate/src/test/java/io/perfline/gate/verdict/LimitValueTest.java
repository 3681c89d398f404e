package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitValueTest {

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
    "<=3, '', 3",
  })
  void readsTheNumberInTheUnitOfTheValue(String condition, String unit, double expected) {
    assertThat(Line.limitIn(unit, condition)).hasValue(expected);
  }

  @Test
  void returnsNothingIfTheTextIsAmbiguous() {
    assertThat(Line.limitIn("ms", "<= 5 msg/s")).isEmpty();
    assertThat(Line.limitIn("ms", "between 3 and 5")).isEmpty();
    assertThat(Line.limitIn("ms", "")).isEmpty();
  }
}
