package io.perfline.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that texts of a service can't colour, move or clear the terminal's content. */
class OutsideTextTest {

  @ParameterizedTest
  @CsvSource({
    "'\u001b[31mred\u001b[0m', ␛[31mred␛[0m",
    "'a\rb', a␍b",
    "'\u0007\u007f', ␇␡",
    "'\u202eabc', \ufffdabc",
    "'Grüße 😀', Grüße 😀",
  })
  void controlCharactersBecomeVisible(String text, String visible) {
    assertThat(OutsideText.visible(text)).isEqualTo(visible);
  }

  @ParameterizedTest
  @CsvSource({"'one\n\ttwo', 20, one two", "'12345678', 5, 1234…", "'😀😀😀', 2, 😀…"})
  void cutsALineBetweenCharacters(String text, int max, String line) {
    assertThat(OutsideText.line(text, max)).isEqualTo(line);
  }
}
