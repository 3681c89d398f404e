package io.perfline.gate.report;

import java.util.ArrayList;
import java.util.List;

/** A table for the terminal, its columns aligned. */
final class TextTable {

  private TextTable() {}

  /**
   * @param head as in {@link FigureMarkup#head}: an underscore in front makes a column of text
   */
  static String of(List<String> head, List<List<String>> rows) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(head.stream().map(name -> isText(name) ? name.substring(1) : name).toList());
    lines.addAll(rows);
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder shown = new StringBuilder();
      for (int i = 0; i < line.size(); i++) {
        int column = i;
        int width = lines.stream().mapToInt(other -> other.get(column).length()).max().orElse(0);
        String space = " ".repeat(width - line.get(i).length());
        shown.append(isText(head.get(i)) ? line.get(i) + space : space + line.get(i)).append("  ");
      }
      text.append(shown.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static boolean isText(String name) {
    return name.startsWith("_");
  }
}
