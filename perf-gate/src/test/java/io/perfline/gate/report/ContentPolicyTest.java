package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks every file of a report by the content policy of archived pages in Jenkins without a
 * browser; {@link ContentPolicyIT} uses a real one.
 */
class ContentPolicyTest {

  @TempDir Path folder;

  @Test
  void noFileOfTheReportContainsBlockedContent() throws IOException {
    Path report = Report.writeFolder(folder, ReportTest.full()).getParent();
    List<String> read = new ArrayList<>();

    try (Stream<Path> files = Files.list(report)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        String text = Files.readString(file);
        assertThat(name.endsWith(".css") ? PolicyReader.style(text) : PolicyReader.markup(text))
            .as(name)
            .isEmpty();
        read.add(name.substring(name.lastIndexOf('.')));
      }
    }
    assertThat(read).contains(".html", ".svg", ".css").containsOnly(".html", ".svg", ".css");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p style=\"color:red\">x</p>",
        "<p STYLE='color:red'>x</p>",
        "<style>p {}</style>",
        "<script>alert(1)</script>",
        "<svg><script href=\"x.js\"/></svg>",
        "<img src=\"a.svg\" onerror=\"alert(1)\">",
        "<svg onload=\"alert(1)\"></svg>",
        "<img src=\"https://example.org/a.svg\">",
        "<img src=\"//example.org/a.svg\">",
        "<img src=\"data:image/png;base64,AA\">",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<a href=\"&#106;avascript:alert(1)\">x</a>",
        "<image xlink:href=\"http://example.org/a.png\"/>",
        "<rect fill=\"url(http://example.org/a.svg#b)\"/>",
        "<meta http-equiv=\"refresh\" content=\"0\">",
        "<iframe src=\"a.html\"></iframe>",
        "<p style=color:red>x</p>",
        "<p hidden style>x</p>",
        "<![CDATA[<script>]]>",
        "<p class=\"a\"style=\"color:red\">x</p>"
      })
  void detectsBlockedContentInPagesAndDrawings(String bad) {
    assertThat(PolicyReader.markup("<!DOCTYPE html>\n<p class=\"a\">x</p>\n" + bad)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@import 'https://example.org/a.css';",
        "@import url(//example.org/a.css);",
        "p { background: url(\"http://example.org/a.png\") }",
        "@font-face { src: url(data:font/woff2;base64,AA) }"
      })
  void detectsExternalContentInStyleSheets(String bad) {
    assertThat(PolicyReader.style("p { color: red }\n" + bad)).isNotEmpty();
  }

  @Test
  void allowsFilesNextToThePage() {
    assertThat(
            PolicyReader.markup(
                "<?xml version=\"1.0\"?><a href=\"../run.json\">x</a><a href=\"#top\">y</a><!-- a >"
                    + " b --><rect clip-path=\"url(#c)\" xmlns=\"http://www.w3.org/2000/svg\"/><img"
                    + " src=\"chart.svg\" alt=\"1 &lt; 2\">"))
        .isEmpty();
  }
}
