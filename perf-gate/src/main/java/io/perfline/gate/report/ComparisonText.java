package io.perfline.gate.report;

import io.perfline.gate.compare.RunComparison;
import io.perfline.gate.verdict.MarkdownFile;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as plain text and as Markdown. */
final class ComparisonText {

  private ComparisonText() {}

  static String terminal(RunComparison comparison) {
    List<List<String>> rows = ComparisonTable.rows(comparison);
    StringBuilder text = new StringBuilder(ComparisonTable.title(comparison) + "\n");
    comparison.problems().forEach(problem -> text.append("  ! ").append(problem).append('\n'));
    if (!rows.isEmpty()) {
      text.append('\n').append(FigureMarkup.terminal(ComparisonTable.HEAD, rows));
    }
    if (!comparison.alone().isEmpty()) {
      text.append('\n');
      comparison.alone().forEach(one -> text.append(one).append('\n'));
    }
    return text.append('\n').append(ComparisonTable.NOTE).append('\n').toString();
  }

  static String markdown(RunComparison comparison) {
    StringBuilder text =
        new StringBuilder("### " + MarkdownFile.escape(ComparisonTable.title(comparison)));
    text.append("\n\n");
    comparison
        .problems()
        .forEach(problem -> text.append("- ").append(MarkdownFile.escape(problem)).append('\n'));
    List<List<String>> rows = ComparisonTable.rows(comparison);
    if (!rows.isEmpty()) {
      List<String> head = ComparisonTable.HEAD.stream().map(name -> name.replace("_", "")).toList();
      text.append('\n').append(line(head));
      text.append(
          ComparisonTable.HEAD.stream()
              .map(name -> name.startsWith("_") ? "---" : "--:")
              .collect(Collectors.joining("|", "|", "|\n")));
      rows.forEach(row -> text.append(line(row)));
    }
    comparison.alone().forEach(one -> text.append("\n- ").append(MarkdownFile.escape(one)));
    return text.append("\n\n_").append(ComparisonTable.NOTE).append("_\n").toString();
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(MarkdownFile::escape)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
