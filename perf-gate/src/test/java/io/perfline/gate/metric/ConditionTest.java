package io.perfline.gate.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {

  @ParameterizedTest
  @CsvSource({
    "<= 6 %, <= 5 %, true",
    "<= 5 %, <= 5 %, false",
    "<= 4 %, < 5 %, false",
    "<= 5 %, < 5 %, true",
    "< 5 %, <= 5 %, false",
    "< 6 %, <= 5 %, true",
    ">= 90 %, > 90 %, true",
    "> 90 %, >= 90 %, false",
    ">= 80 %, > 90 %, true",
    "> 95 %, >= 90 %, false",
    "<= 5 %, >= 5 %, false"
  })
  void isLaxerIfItAllowsMore(String condition, String stricter, boolean laxer) {
    assertThat(Condition.parse(condition).laxerThan(Condition.parse(stricter))).isEqualTo(laxer);
  }
}
