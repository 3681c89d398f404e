package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/**
 * Tests the document that shows the terminal output of a failing verdict. The verdict is from a
 * real run by its commands; with {@code -Dgolden.write=true} the test writes the document.
 */
class ShownVerdictTest {

  private static final String REPORT = "runs/20261126-193427-105a2395a6/report/index.html";

  @Test
  void matchesTheTerminalOutput() throws IOException {
    Map<String, String> more = new LinkedHashMap<>();
    more.put("report", REPORT);
    more.put("reproduce", "perfline ci --only paired/home --against 28efde95b9");
    Verdict verdict = VerdictFile.read(Path.of("src/test/resources/readme"));
    String printed = VerdictText.of(verdict, "28efde95b9", more, VerdictText.TERMINAL);
    Path document = Path.of("../examples/orders/README.md");
    if (Boolean.getBoolean("golden.write")) {
      String text = Files.readString(document);
      Files.writeString(
          document,
          text.replaceFirst("(?s)FAIL  paired.*?(?=```)", Matcher.quoteReplacement(printed)));
    }

    assertThat(document).content().contains("\n" + printed + "```\n");
  }
}
