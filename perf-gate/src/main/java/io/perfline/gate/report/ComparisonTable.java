package io.perfline.gate.report;

import io.perfline.core.command.TextTable;
import io.perfline.core.run.CaseResult;
import io.perfline.gate.statistics.Spread.CaseChange;
import io.perfline.gate.text.MarkdownFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Formats a comparison of two runs for the terminal, for Markdown and for the report. */
final class ComparisonTable {

  static final List<String> HEAD =
      List.of("case", "target", "figure", "before", "now", "change", "95 % interval");

  /** The columns of figures. */
  static final Set<Integer> FIGURES = Set.of(3, 4, 5);

  /** The explanation of the intervals. */
  static final String NOTE =
      "The interval covers how the figures scatter within the two runs, not the"
          + " differences between runs: a threshold decides whether a change is more than"
          + " noise.";

  private ComparisonTable() {}

  static String title(RunComparison comparison) {
    return "Change from run %s to run %s"
        .formatted(comparison.before().run(), comparison.now().run());
  }

  /** Returns one row per figure and case, or one with the reason if the case can't be compared. */
  static List<List<String>> rows(RunComparison comparison) {
    List<List<String>> rows = new ArrayList<>();
    for (RunComparison.CaseComparison one : comparison.cases()) {
      if (one.problems().isEmpty()) {
        one.differences().forEach(difference -> rows.add(row(one.now(), difference)));
      } else {
        rows.add(
            List.of(
                one.now().name(),
                one.now().target(),
                "not compared",
                NumberFormats.NONE,
                NumberFormats.NONE,
                NumberFormats.NONE,
                String.join("; ", one.problems())));
      }
    }
    return rows;
  }

  private static List<String> row(
      CaseResult result, RunComparison.CaseComparison.Difference difference) {
    return List.of(
        result.name(),
        result.target(),
        difference.figure() + ", " + difference.unit(),
        NumberFormats.plain(difference.before()),
        NumberFormats.plain(difference.now()),
        text(difference, difference.change().value()),
        interval(difference));
  }

  private static String interval(RunComparison.CaseComparison.Difference difference) {
    CaseChange change = difference.change();
    return change.hasInterval()
        ? "%s to %s".formatted(text(difference, change.low()), text(difference, change.high()))
        : "not known: too few seconds";
  }

  private static String text(RunComparison.CaseComparison.Difference difference, double share) {
    if (share == Double.POSITIVE_INFINITY) {
      return "from 0";
    }
    String sign = share > 0 ? "+" : "";
    return sign
        + (difference.relative()
            ? NumberFormats.percent(share)
            : NumberFormats.with(100 * share, "points"));
  }

  /** Returns the reasons why the runs can't be compared, and the possible causes of differences. */
  static List<String> remarks(RunComparison comparison) {
    return Stream.concat(comparison.problems().stream(), comparison.warnings().stream()).toList();
  }

  static String terminal(RunComparison comparison) {
    List<List<String>> rows = rows(comparison);
    StringBuilder text = new StringBuilder(title(comparison) + "\n");
    remarks(comparison).forEach(remark -> text.append("  ! ").append(remark).append('\n'));
    if (!rows.isEmpty()) {
      text.append('\n').append(TextTable.of(HEAD, FIGURES).rows(rows));
    }
    if (!comparison.alone().isEmpty()) {
      text.append('\n');
      comparison.alone().forEach(one -> text.append(one).append('\n'));
    }
    return text.append('\n').append(NOTE).append('\n').toString();
  }

  static String markdown(RunComparison comparison) {
    StringBuilder text = new StringBuilder("### " + MarkdownFile.escape(title(comparison)));
    text.append("\n\n");
    remarks(comparison)
        .forEach(remark -> text.append("- ").append(MarkdownFile.escape(remark)).append('\n'));
    List<List<String>> rows = rows(comparison);
    if (!rows.isEmpty()) {
      text.append('\n').append(markdownRow(HEAD));
      text.append(
          IntStream.range(0, HEAD.size())
              .mapToObj(column -> FIGURES.contains(column) ? "--:" : "---")
              .collect(Collectors.joining("|", "|", "|\n")));
      rows.forEach(row -> text.append(markdownRow(row)));
    }
    comparison.alone().forEach(one -> text.append("\n- ").append(MarkdownFile.escape(one)));
    return text.append("\n\n_").append(NOTE).append("_\n").toString();
  }

  private static String markdownRow(List<String> cells) {
    return cells.stream()
        .map(MarkdownFile::escape)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
