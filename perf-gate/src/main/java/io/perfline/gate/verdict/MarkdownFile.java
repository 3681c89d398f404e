package io.perfline.gate.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the verdict as Markdown, for a pull request. */
public final class MarkdownFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "verdict.md";

  /** The rows' order; what other profiles measure is only counted. */
  private static final List<Outcome> SHOWN =
      List.of(Outcome.INVALID, Outcome.FAIL, Outcome.WARN, Outcome.PASS);

  private MarkdownFile() {}

  /** Writes a verdict. */
  public static void write(Path folder, Verdict verdict) throws IOException {
    Files.writeString(folder.resolve(NAME), of(verdict));
  }

  static String of(Verdict verdict) {
    StringBuilder text = new StringBuilder();
    text.append("### Performance: ").append(verdict.outcome().word()).append("\n\n");
    text.append(escape(verdict.summary())).append("\n");
    verdict.problems().forEach(problem -> text.append("\n- ").append(escape(problem)));
    if (!verdict.problems().isEmpty()) {
      text.append('\n');
    }
    table(verdict, text);
    if (!verdict.notJudged().isEmpty()) {
      text.append("\nMeasured, not judged: ");
      text.append(escape(String.join(", ", verdict.notJudged()))).append("\n");
    }
    long elsewhere = verdict.lines(Outcome.NOT_IN_PROFILE).size();
    text.append("\n_Run ").append(escape(verdict.run()));
    text.append(", build ").append(escape(verdict.build()));
    text.append(", commit ").append(abbreviated(verdict.commit()));
    text.append(", profile ").append(escape(verdict.profile()));
    text.append(elsewhere == 0 ? "" : "; " + elsewhere + " limits belong to other profiles");
    return text.append("._\n").toString();
  }

  /** The worst first; without the column of reasons when every limit holds. */
  private static void table(Verdict verdict, StringBuilder text) {
    List<Line> lines = SHOWN.stream().flatMap(outcome -> verdict.lines(outcome).stream()).toList();
    if (lines.isEmpty()) {
      return;
    }
    boolean reasons = lines.stream().anyMatch(line -> line.outcome() != Outcome.PASS);
    text.append("\n| | threshold | case | metric | measured | limit | samples |");
    text.append(reasons ? " why |\n" : "\n");
    text.append("|---|---|---|---|--:|---|--:|").append(reasons ? "---|\n" : "\n");
    for (Line line : lines) {
      text.append("| ").append(line.word());
      text.append(" | ").append(escape(line.threshold()));
      text.append(" | ").append(escape(line.caseName()));
      text.append(line.target() == null ? "" : " (" + line.target() + ")");
      text.append(" | ").append(escape(line.metric()));
      text.append(" | ").append(escape(VerdictTable.measured(line)));
      text.append(" | ").append(escape(line.limit()));
      text.append(" | ").append(line.samples());
      if (reasons) {
        text.append(" | ").append(line.outcome() == Outcome.PASS ? "" : escape(line.reason()));
      }
      text.append(" |\n");
    }
  }

  private static String abbreviated(String commit) {
    return commit == null || commit.length() < 10 ? escape(commit) : commit.substring(0, 10);
  }

  /** Text that Markdown shows as it is, on one line. */
  public static String escape(String text) {
    return text == null
        ? "–"
        : text.replaceAll("\\s+", " ")
            .replace("\\", "\\\\")
            .replace("|", "\\|")
            .replace("<", "&lt;")
            .replace("*", "\\*")
            .replace("_", "\\_")
            .replace("`", "\\`")
            .replace("[", "\\[");
  }
}
