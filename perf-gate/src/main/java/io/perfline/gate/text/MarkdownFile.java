package io.perfline.gate.text;

import io.perfline.core.command.OutsideText;
import io.perfline.core.git.CommitId;
import io.perfline.gate.text.LimitGroups.Group;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Writes the verdict as Markdown, for a pull request. */
public final class MarkdownFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "verdict.md";

  /** The outcomes of limits that are not met, in the order of their lines. */
  private static final List<Outcome> SHOWN = List.of(Outcome.INVALID, Outcome.FAIL, Outcome.WARN);

  /**
   * The maximum number of rows of a table. Two such tables fit into a comment on GitHub, whose
   * limit is 65,536 characters.
   */
  private static final int MAX_ROWS = 40;

  /** The maximum number of failing cases that are described. */
  private static final int MAX_CASES = 10;

  private static final int LONGEST = 400;

  /** Explains figures that a reader would otherwise recalculate or doubt. */
  private static final String OF_PAIRS =
      "\nA change is the mean over deployments, so it differs a little from the ratio of both values."
          + " The load stops as soon as a limit is exceeded for certain, so intervals are wider than"
          + " those of a build that passes.\n";

  private MarkdownFile() {}

  /**
   * Writes the file into the folder of a run.
   *
   * @param report the address of the published report; {@code perfline-comment} completes a
   *     relative one
   */
  public static void write(Path folder, Verdict verdict, ReportAddress report) throws IOException {
    Files.writeString(folder.resolve(NAME), of(verdict, report));
  }

  public static String of(Verdict verdict, ReportAddress report) {
    StringBuilder text = new StringBuilder();
    text.append("### Performance: ").append(verdict.outcome().id()).append("\n");
    // The points of failing cases contain the same.
    if (VerdictText.failing(verdict).isEmpty()) {
      text.append('\n').append(escape(verdict.summary())).append("\n");
    }
    points(verdict.problems(), text);
    points(VerdictText.changes(verdict), text);
    lines(verdict, report, text);
    if (!verdict.notJudged().isEmpty()) {
      text.append("\nMeasured, not judged: ");
      text.append(escape(String.join(", ", verdict.notJudged()))).append("\n");
    }
    long elsewhere = verdict.lines(Finding.OTHER_PROFILE).size();
    long leftOut = verdict.lines(Finding.LEFT_OUT).size();
    long unavailable = verdict.lines(Finding.NOT_AVAILABLE).size();
    text.append("\n_Run ").append(escape(verdict.run()));
    text.append(", build ").append(escape(verdict.build()));
    text.append(", commit ").append(escape(CommitId.shortened(verdict.commit())));
    text.append(", profile ").append(escape(verdict.profile()));
    text.append(leftOut == 0 ? "" : "; " + leftOut + " limits left out by --only");
    text.append(elsewhere == 0 ? "" : "; " + elsewhere + " limits belong to other profiles");
    text.append(unavailable == 0 ? "" : "; " + unavailable + " limits can't be measured here");
    return text.append("._\n").toString();
  }

  private static void points(List<String> sentences, StringBuilder text) {
    sentences.forEach(sentence -> text.append("\n- ").append(escape(sentence)));
    text.append(sentences.isEmpty() ? "" : "\n");
  }

  /** Writes the points of each failing case, and folds everything else. */
  private static void lines(Verdict verdict, ReportAddress report, StringBuilder text) {
    Map<String, List<Line>> failing = VerdictText.failing(verdict);
    failing.values().stream().limit(MAX_CASES).forEach(lines -> failing(lines, report, text));
    LimitGroups limits = LimitGroups.of(verdict.lines());
    if (!failing.isEmpty() && failing.size() < verdict.lines().size()) {
      text.append('\n').append(escape(limits.counts())).append(".\n");
      limits
          .busyMachine()
          .ifPresent(busy -> text.append("\nNot judged: ").append(escape(busy)).append(".\n"));
    }
    List<Line> open =
        SHOWN.stream()
            .flatMap(outcome -> verdict.lines(outcome).stream())
            .filter(line -> line.finding() != Finding.LOOSENED)
            .toList();
    if (failing.isEmpty() && !open.isEmpty()) {
      text.append('\n');
      table(open, Line::reasonWithMethods, text);
    } else if (!open.isEmpty()) {
      String summary = escape(verdict.summary()) + "\n\n";
      boolean pairs =
          open.stream()
              .anyMatch(line -> line.finding() == Finding.EXCEEDED && line.comparesPairs());
      folded(
          "All limits that are not met", summary, open, Line::reason, pairs ? OF_PAIRS : "", text);
    }
    for (Group group : List.of(Group.MET, Group.UNCHANGED)) {
      List<Line> lines = limits.lines(group);
      if (!lines.isEmpty()) {
        String title = FigureFormat.counted(lines.size(), "limit") + " " + group.words();
        folded(title, "", lines, null, "", text);
      }
    }
  }

  /** Writes which metric of a case is worse, by how much, and why. */
  private static void failing(List<Line> lines, ReportAddress report, StringBuilder text) {
    Line worst = lines.get(0);
    String than = worst.relative() ? ValueText.baseline(worst.baseline()) : "";
    String more = lines.size() == 1 ? "" : "; " + VerdictText.alsoExceeded(lines);
    String change = ValueText.comparison(worst);
    Optional<String> cause = lines.stream().map(Line::cause).filter(Objects::nonNull).findFirst();
    point("What", VerdictText.sentence(worst, than) + more, text.append('\n'));
    point(
        "How much",
        change.isEmpty() ? ValueText.measured(worst) + ", limit " + worst.limit() : change,
        text);
    text.insert(text.length() - 1, " ([report](%s))".formatted(report.of(worst)));
    point("Why", cause.orElse(shortened(worst.reasonWithMethods())), text);
  }

  private static void point(String name, String sentence, StringBuilder text) {
    text.append("- **").append(name).append(":** ").append(escape(sentence)).append('\n');
  }

  private static void folded(
      String title,
      String before,
      List<Line> lines,
      Function<Line, String> reason,
      String after,
      StringBuilder text) {
    text.append("\n<details><summary>").append(title).append("</summary>\n\n").append(before);
    table(lines, reason, text);
    text.append(after).append("\n</details>\n");
  }

  /**
   * Writes a row for each line.
   *
   * @param reason what the last column contains; null to leave it out
   */
  private static void table(List<Line> lines, Function<Line, String> reason, StringBuilder text) {
    boolean reasons = reason != null;
    text.append("| | limit | case | measured |").append(reasons ? " why |\n" : "\n");
    text.append("|---|---|---|---|").append(reasons ? "---|\n" : "\n");
    String above = null;
    for (Line line : lines.subList(0, Math.min(MAX_ROWS, lines.size()))) {
      String values = ValueText.beforeAndAfter(line);
      text.append("| ").append(ValueText.outcome(line));
      text.append(" | ").append(escape(line.threshold()));
      text.append(": ").append(escape(line.metric() + " " + line.limit()));
      text.append(" | ").append(escape(line.caseName()));
      text.append(line.target() == null ? "" : " (" + line.target() + ")");
      String measured = escape(ValueText.measured(line));
      text.append(" | ").append(values.isEmpty() ? measured : escape(values));
      text.append(values.isEmpty() || reasons ? "" : ": " + measured);
      if (reasons) {
        String why = escape(shortened(reason.apply(line)));
        text.append(" | ")
            .append(why.length() > VerdictTable.LONG && why.equals(above) ? "as above" : why);
        above = why;
      }
      text.append(" |\n");
    }
    if (lines.size() > MAX_ROWS) {
      text.append("\nand ").append(lines.size() - MAX_ROWS).append(" more, in verdict.json.\n");
    }
  }

  private static String shortened(String reason) {
    return reason == null ? null : OutsideText.cut(reason, LONGEST);
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
