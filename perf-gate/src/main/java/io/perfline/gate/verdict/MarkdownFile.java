package io.perfline.gate.verdict;

import io.perfline.core.command.OutsideText;
import io.perfline.core.git.CommitId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the verdict as Markdown, for a pull request. */
public final class MarkdownFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "verdict.md";

  /** The order of the lines that are not met; those of other profiles are only counted. */
  private static final List<Outcome> SHOWN = List.of(Outcome.INVALID, Outcome.FAIL, Outcome.WARN);

  /** The rows of a table; two such tables fit into the 65,536 characters of a comment on GitHub. */
  private static final int MOST_ROWS = 40;

  private static final int LONGEST = 400;

  private MarkdownFile() {}

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
    lines(verdict, text);
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

  /** Writes the worst lines first; limits that are met are folded away. */
  private static void lines(Verdict verdict, StringBuilder text) {
    List<Line> open = SHOWN.stream().flatMap(outcome -> verdict.lines(outcome).stream()).toList();
    if (!open.isEmpty()) {
      text.append('\n');
      table(open, true, text);
    }
    List<Line> held = verdict.lines(Outcome.PASS);
    if (!held.isEmpty()) {
      String count = held.size() == 1 ? "1 limit is met" : held.size() + " limits are met";
      text.append("\n<details><summary>").append(count).append("</summary>\n\n");
      table(held, false, text);
      text.append("\n</details>\n");
    }
  }

  private static void table(List<Line> lines, boolean reasons, StringBuilder text) {
    text.append("| | threshold | case | metric | measured | limit | samples |");
    text.append(reasons ? " why |\n" : "\n");
    text.append("|---|---|---|---|--:|---|--:|").append(reasons ? "---|\n" : "\n");
    for (Line line : lines.subList(0, Math.min(MOST_ROWS, lines.size()))) {
      text.append("| ").append(line.word());
      text.append(" | ").append(escape(line.threshold()));
      text.append(" | ").append(escape(line.caseName()));
      text.append(line.target() == null ? "" : " (" + line.target() + ")");
      text.append(" | ").append(escape(line.metric()));
      text.append(" | ").append(escape(VerdictTable.measured(line)));
      text.append(" | ").append(escape(line.limit()));
      text.append(" | ").append(line.samples());
      text.append(reasons ? " | " + escape(shortened(line.reason())) : "").append(" |\n");
    }
    if (lines.size() > MOST_ROWS) {
      text.append("\nand ").append(lines.size() - MOST_ROWS).append(" more, in verdict.json.\n");
    }
  }

  private static String shortened(String reason) {
    return reason == null ? null : OutsideText.cut(reason, LONGEST);
  }

  private static String abbreviated(String commit) {
    return escape(CommitId.shortened(commit));
  }

  /** Escapes text for Markdown and puts it on one line. */
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
