package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.gate.verdict.ReportAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlBuilderTest {

  @Test
  void escapesTextAndAttributes() {
    HtmlBuilder html = new HtmlBuilder();

    html.element("p", "<script>alert('1 & \"2\"')</script>", "title", "\"><b onclick='x'>");

    assertThat(html)
        .hasToString(
            "<p title=\"&quot;&gt;&lt;b onclick=&#39;x&#39;&gt;\">"
                + "&lt;script&gt;alert(&#39;1 &amp; &quot;2&quot;&#39;)&lt;/script&gt;</p>\n");
  }

  @Test
  void replacesInvalidCharacters() {
    assertThat(new HtmlBuilder().text("a\u0000b\u202Ec\uD800d\u001Be"))
        .hasToString("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe");
  }

  @ParameterizedTest
  @CsvSource({
    "p, style, color:red",
    "p, onclick, x()",
    "a, href, javascript:x()",
    "a, href, HTTP://elsewhere/",
    "img, src, //elsewhere/a.svg",
    "img, src, 'data:image/png;base64,AA'",
    "script, src, a.js",
    "iframe, src, a.html",
  })
  void refusesBlockedContent(String element, String attribute, String value) {
    assertThatThrownBy(() -> new HtmlBuilder().open(element, attribute, value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void putsTheAnchorAtTheFirstMentionOfACase() {
    String anchor = ReportAddress.anchor("paired/pages of a day");

    HtmlBuilder html = new HtmlBuilder().anchor(anchor).text("first").anchor(anchor).text("again");

    assertThat(html).hasToString("<span id=\"case-paired-pages-of-a-day\"></span>firstagain");
  }
}
