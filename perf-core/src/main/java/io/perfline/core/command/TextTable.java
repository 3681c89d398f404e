package io.perfline.core.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A table for the terminal. Its columns are aligned and two spaces apart, and no line ends with a
 * space.
 */
public final class TextTable {

  private final Set<Integer> right;
  private final List<List<String>> rows = new ArrayList<>();

  private TextTable(Set<Integer> right, List<String> head) {
    this.right = right;
    rows.add(head);
  }

  /** Creates a table whose columns are all left-aligned. */
  public static TextTable of(List<String> head) {
    return of(head, Set.of());
  }

  /**
   * @param right the indexes of the columns, from 0, that are right-aligned
   */
  public static TextTable of(List<String> head, Set<Integer> right) {
    return new TextTable(Set.copyOf(right), List.copyOf(head));
  }

  /**
   * @throws IllegalArgumentException if the number of cells is not that of the columns
   */
  public TextTable row(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(cells + " is not a row below " + rows.get(0));
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  public TextTable rows(List<List<String>> all) {
    all.forEach(this::row);
    return this;
  }

  /** Returns the lines, starting with the head. */
  public List<String> lines() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = row.get(i);
      String space = " ".repeat(widths[i] - cell.length());
      line.append(right.contains(i) ? space + cell : cell + space).append("  ");
    }
    return line.toString().stripTrailing();
  }

  /** Returns all lines, each with a line end. */
  @Override
  public String toString() {
    return String.join("\n", lines()) + '\n';
  }
}
