package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.sample.Verdicts;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares what Jenkins, a pull request and the terminal show for each type of verdict with golden
 * files.
 */
class GoldenTest {

  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  private static final ReportAddress REPORT =
      ReportAddress.of(Map.of(ReportAddress.VARIABLE, "https://ci/job/9/Performance/index.html"));

  @TempDir Path folder;

  static Stream<String> kinds() {
    return Verdicts.ALL.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void junit(String kind) throws IOException {
    JunitFile.write(folder, Verdicts.ALL.get(kind), REPORT);

    isGolden(kind + ".xml", Files.readString(folder.resolve(JunitFile.NAME)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void markdown(String kind) throws IOException {
    isGolden(kind + ".md", MarkdownFile.of(Verdicts.ALL.get(kind), REPORT));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void buildPage(String kind) throws IOException {
    isGolden(kind + "-build-page.txt", TextFile.of(Verdicts.ALL.get(kind), REPORT));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void terminal(String kind) throws IOException {
    isGolden(kind + ".txt", VerdictTable.of(Verdicts.ALL.get(kind)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void lastLines(String kind) throws IOException {
    String text =
        VerdictText.of(
            Verdicts.ALL.get(kind),
            "c01010736d",
            Map.of("report", "runs/one/report/index.html"),
            VerdictText.TERMINAL);

    assertThat(text.lines()).hasSizeLessThanOrEqualTo(15).allMatch(line -> line.length() <= 80);
    isGolden(kind + "-last-lines.txt", text);
  }

  @Test
  void aBuildThatPassesHasAtMostFifteenLines() {
    Verdict many = Verdicts.withManyWarnings();

    String text =
        VerdictText.of(many, "c01010736d", Map.of("report", "report.html"), VerdictText.TERMINAL);

    assertThat(many.outcome().exitCode()).isZero();
    assertThat(text.lines()).hasSizeLessThanOrEqualTo(15).allMatch(line -> line.length() <= 80);
    assertThat(text.lines().toList().get(0)).startsWith("WARN  ");
    assertThat(text)
        .contains("more reasons of WARN: perfline gate RUN --all", "report     report.html");
  }

  @Test
  void theCauseAtTheEndOfALogIsShown() {
    String text =
        VerdictText.of(
            Verdicts.withALog("its log need-db.log ends with:\n  ready\n  cannot open seed.sql"),
            null,
            Map.of());

    assertThat(text).contains("its log need-db.log ends with: cannot open seed.sql");
  }

  /** With {@code -Dgolden.write=true} the test writes the files, to be checked and committed. */
  private static void isGolden(String name, String text) throws IOException {
    Path golden = GOLDEN.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, text);
    }
    assertThat(text)
        .as("regenerate it: see CONTRIBUTING.md, Generated files")
        .isEqualTo(Files.readString(golden));
  }
}
