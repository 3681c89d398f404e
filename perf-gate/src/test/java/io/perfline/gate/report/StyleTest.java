package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StyleTest {

  @ParameterizedTest
  @ValueSource(strings = {".faint, figcaption, caption, footer", "table .faint", ".bar"})
  void smallTextIsNotLargerThanTheFigures(String small) throws IOException {
    assertThat(size(small)).isLessThanOrEqualTo(size("table"));
  }

  @Test
  void noTableScrollsOnANarrowScreen() throws IOException {
    String narrow = style().replaceFirst("(?s).*@media screen and \\(max-width: 75rem\\)", "");

    assertThat(narrow).contains("table, caption, tbody { display: block; }", "attr(data-label)");
    assertThat(style()).doesNotContain(".scroll");
  }

  @Test
  void nestedListsFitANarrowScreen() throws IOException {
    assertThat(style())
        .contains(
            ".boxes ul { margin: 0; padding-left: .4rem;",
            ".boxes " + "ul ".repeat(12) + "{ padding-left: 0; }");
  }

  /** Returns the font size of the first rule for a selector, in rem. */
  private static double size(String selector) throws IOException {
    Matcher rule =
        Pattern.compile(
                "(?m)^" + Pattern.quote(selector) + " \\{[^}]*font-size: ([0-9.]+)rem[^}]*}")
            .matcher(style());
    assertThat(rule.find()).as(selector).isTrue();
    return Double.parseDouble(rule.group(1));
  }

  private static String style() throws IOException {
    try (InputStream style = Report.class.getResourceAsStream("report.css")) {
      return new String(style.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
