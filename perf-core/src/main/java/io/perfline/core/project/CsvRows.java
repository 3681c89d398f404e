package io.perfline.core.project;

import java.util.ArrayList;
import java.util.List;

/** Comma separated values, RFC 4180: a value in quotes may contain commas, line ends and quotes. */
final class CsvRows {

  private static final char QUOTE = '"';
  private final String text;
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> row = new ArrayList<>();
  private int at;

  private CsvRows(String text) {
    this.text = text;
  }

  /**
   * Reads the rows, the names of the columns first.
   *
   * @param text the content of the file; null if it is not a text
   * @throws IllegalArgumentException that explains what is wrong with it
   */
  static List<List<String>> of(String text) {
    if (text == null) {
      throw new IllegalArgumentException("it is not UTF-8");
    }
    return new CsvRows(text.startsWith("\uFEFF") ? text.substring(1) : text).all();
  }

  private List<List<String>> all() {
    while (at < text.length()) {
      row.add(text.charAt(at) == QUOTE ? quoted() : plain());
      if (at >= text.length() || text.charAt(at) != ',') {
        endRow();
      } else if (++at == text.length()) {
        row.add("");
        endRow();
      }
    }
    if (rows.size() < 2) {
      throw new IllegalArgumentException("it needs a line of names and a row below it");
    }
    return List.copyOf(rows);
  }

  private String plain() {
    int from = at;
    while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    int from = at++;
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next != QUOTE) {
        value.append(next);
      } else if (at < text.length() && text.charAt(at) == QUOTE) {
        value.append(QUOTE);
        at++;
      } else if (at == text.length() || ",\r\n".indexOf(text.charAt(at)) >= 0) {
        return value.toString();
      } else {
        throw new IllegalArgumentException("row %d: text after a quote".formatted(rows.size()));
      }
    }
    throw new IllegalArgumentException("the quote at character %d has no end".formatted(from + 1));
  }

  private void endRow() {
    if (at < text.length() && text.charAt(at) == '\r') {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '\n') {
      at++;
    }
    boolean blank = row.size() == 1 && row.get(0).isEmpty();
    if (!blank) {
      if (!rows.isEmpty() && rows.get(0).size() != row.size()) {
        throw new IllegalArgumentException(
            "row %d has %d values, its columns are %d"
                .formatted(rows.size(), row.size(), rows.get(0).size()));
      }
      rows.add(List.copyOf(row));
    }
    row = new ArrayList<>();
  }
}
