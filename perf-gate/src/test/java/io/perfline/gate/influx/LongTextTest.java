package io.perfline.gate.influx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongTextTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_534, 65_535, 65_536, 131_070, 131_071, 300_000})
  void splitsAndJoinsText(int length) {
    String text = "abcdefg".repeat(length / 7 + 1).substring(0, length);

    List<String> parts = List.copyOf(LongText.split("histogram", text).values());

    assertThat(String.join("", parts)).isEqualTo(text);
    assertThat(parts).allSatisfy(part -> assertThat(part).hasSizeLessThan(64 * 1024));
  }

  @Test
  void namesFurtherFieldsByNumber() {
    assertThat(LongText.split("histogram", "a".repeat(150_000)).keySet())
        .containsExactly("histogram", "histogram_2", "histogram_3");
  }
}
