package io.perfline.gate.report;

import io.perfline.gate.compare.RunComparison;
import io.perfline.gate.verdict.MarkdownFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as plain text and as Markdown. */
final class ComparisonText {

  private ComparisonText() {}

  static String terminal(RunComparison comparison) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(ComparisonTable.HEAD);
    rows.addAll(ComparisonTable.rows(comparison));
    StringBuilder text = new StringBuilder(ComparisonTable.title(comparison) + "\n");
    comparison.problems().forEach(problem -> text.append("  ! ").append(problem).append('\n'));
    if (rows.size() > 1) {
      text.append('\n');
      rows.forEach(row -> text.append(aligned(row, rows)).append('\n'));
    }
    if (!comparison.alone().isEmpty()) {
      text.append('\n');
      comparison.alone().forEach(one -> text.append(one).append('\n'));
    }
    return text.append('\n').append(ComparisonTable.NOTE).append('\n').toString();
  }

  private static String aligned(List<String> row, List<List<String>> rows) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      int column = i;
      int width = rows.stream().mapToInt(other -> shown(other, column).length()).max().orElse(0);
      String cell = shown(row, i);
      String space = " ".repeat(width - cell.length());
      line.append(isText(i) ? cell + space : space + cell).append("  ");
    }
    return line.toString().stripTrailing();
  }

  private static String shown(List<String> row, int column) {
    return row == ComparisonTable.HEAD && isText(column)
        ? row.get(column).substring(1)
        : row.get(column);
  }

  private static boolean isText(int column) {
    return ComparisonTable.HEAD.get(column).startsWith("_");
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
