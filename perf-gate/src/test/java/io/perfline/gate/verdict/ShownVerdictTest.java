package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the documents that show the terminal output of a failing verdict. The verdict is from a
 * real run by the commands of {@code docs/see-it-fail.md}; with {@code -Dgolden.write=true} the
 * test writes the documents.
 */
class ShownVerdictTest {

  private static final String REPORT = "runs/20261126-193427-105a2395a6/report/index.html";

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/see-it-fail.md"})
  void matchesTheTerminalOutput(String name) throws IOException {
    Map<String, String> more = new LinkedHashMap<>();
    more.put("report", REPORT);
    more.put("reproduce", "perfline ci --only paired/home --against 28efde95b9");
    Verdict verdict = VerdictFile.read(Path.of("src/test/resources/readme"));
    String printed = VerdictText.of(verdict, "28efde95b9", more, VerdictText.TERMINAL);
    Path document = Path.of("..").resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      String text = Files.readString(document);
      Files.writeString(
          document,
          text.replaceFirst("(?s)FAIL  paired.*?(?=```)", Matcher.quoteReplacement(printed)));
    }

    assertThat(document).content().contains("\n" + printed + "```\n");
  }
}
