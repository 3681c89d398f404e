package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.00012345, 0.000123",
    "0.5, 0.5",
    "1, 1",
    "12.3456, 12.3",
    "999.4, 999",
    "100, 100",
    "1234.4, '1,234'",
    "645123, '645,123'",
    "-2.3456, -2.35",
    "NaN, –",
    "Infinity, –",
  })
  void showsThreeSignificantDigits(double value, String expected) {
    assertThat(NumberFormats.plain(value)).isEqualTo(expected);
  }

  @Test
  void showsUnits() {
    assertThat(NumberFormats.ms(1234)).isEqualTo("1.23");
    assertThat(NumberFormats.percent(0.0123)).isEqualTo("1.23 %");
    assertThat(NumberFormats.with(Double.NaN, "ms")).isEqualTo("–");
    assertThat(NumberFormats.duration(Duration.ofMillis(1500))).isEqualTo("1.5 s");
    assertThat(NumberFormats.duration(Duration.ofSeconds(90))).isEqualTo("1 min 30 s");
  }
}
