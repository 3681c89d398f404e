package io.perfline.gate.prove;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the upper bounds of rates, which never look lower than they are. */
class ErrorRateTest {

  @ParameterizedTest
  @CsvSource({
    "0, 2000, 0.15 %",
    "1, 2000, 0.24 %",
    "0, 60, 4.9 %",
    "0, 0, 100.0 %",
    "3, 3, 100.0 %"
  })
  void roundsUp(int count, int of, String bound) {
    assertThat(new ErrorRate(count, of).bound()).isEqualTo(bound);
  }
}
