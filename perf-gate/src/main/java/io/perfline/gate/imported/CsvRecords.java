package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a CSV file (RFC 4180) under its header, read as bytes: a line becomes no text,
 * only those of its cells that are asked for. Cells are told by commas, semicolons or tabs,
 * whichever the header has.
 */
final class CsvRecords implements Closeable {

  private static final byte QUOTE = '"';
  private static final int MOST_CELLS = 1 << 10;

  private final TextLines lines;
  private final int[] begins = new int[MOST_CELLS];
  private final int[] ends = new int[MOST_CELLS];
  private final boolean[] quoted = new boolean[MOST_CELLS];
  private final List<String> header = new ArrayList<>();
  private int cells;
  private byte separator;

  CsvRecords(Path file) throws IOException {
    lines = new TextLines(file);
    try {
      readHeader();
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  private void readHeader() throws IOException {
    String first = lines.next();
    if (first == null) {
      throw fault("the file is empty: nothing was measured");
    }
    separator = (byte) (first.contains(",") ? ',' : first.contains("\t") ? '\t' : ';');
    for (String name : first.strip().split(String.valueOf((char) separator), -1)) {
      header.add(name.replaceAll("^\uFEFF|\"", "").strip());
    }
  }

  List<String> header() {
    return header;
  }

  /** The place of a column, -1 where there is none. */
  int column(String name) {
    return header.indexOf(name);
  }

  /**
   * The place of a column.
   *
   * @throws Fault (no verdict) when there is none
   */
  int required(String name) {
    int column = column(name);
    if (column < 0) {
      throw fault(
          "no column '%s'; there are %s"
              .formatted(name, OutsideText.line(String.join(", ", header), 400)));
    }
    return column;
  }

  /**
   * @return false behind the last one
   * @throws Fault (no verdict) when it is cut off, or has not one cell for each column
   */
  boolean next() throws IOException {
    if (!read()) {
      return false;
    }
    if (cells != header.size()) {
      throw fault(
          "%d cells under a header of %d: cut off, or written by two versions or settings"
              .formatted(cells, header.size()));
    }
    if (is(0, header.get(0))) {
      throw fault("the header once more: these are two files in one");
    }
    return true;
  }

  private boolean read() throws IOException {
    do {
      if (!lines.advance()) {
        return false;
      }
    } while (lines.length() == 0 && header.size() > 1);
    cells = 0;
    int length = lines.length();
    for (int at = 0; at <= length; at++) {
      if (cells == MOST_CELLS) {
        throw fault("more than " + MOST_CELLS + " cells");
      }
      begins[cells] = at;
      quoted[cells] = at < length && lines.at(at) == QUOTE;
      if (quoted[cells]) {
        at = unquote(at);
        length = lines.length();
      }
      while (at < length && lines.at(at) != separator) {
        at++;
      }
      ends[cells++] = at;
    }
    return true;
  }

  /** Behind the quotation mark that ends the cell: a doubled one doesn't, nor does a line's end. */
  private int unquote(int from) throws IOException {
    int at = from + 1;
    while (true) {
      if (at >= lines.length()) {
        if (!lines.extend()) {
          throw fault("the file ends within quotation marks: it is cut off");
        }
      } else if (lines.at(at++) == QUOTE) {
        if (at >= lines.length() || lines.at(at) != QUOTE) {
          return at;
        }
        at++;
      }
    }
  }

  private int begin(int column) {
    return begins[column] + (quoted[column] ? 1 : 0);
  }

  private int end(int column) {
    return ends[column] - (quoted[column] ? 1 : 0);
  }

  /** The cell as text; empty where {@code column} is -1. */
  String text(int column) {
    if (column < 0) {
      return "";
    }
    String text = lines.text(begin(column), end(column));
    return quoted[column] && text.indexOf('"') >= 0 ? text.replace("\"\"", "\"") : text;
  }

  /**
   * The cell as text up to where a number of its own begins: {@code users 1-12} is {@code users}.
   */
  String withoutNumber(int column) {
    int begin = begin(column);
    int end = end(column);
    while (end > begin && isOfNumber(lines.at(end - 1))) {
      end--;
    }
    return lines.text(begin, end);
  }

  private static boolean isOfNumber(byte one) {
    return (one >= '0' && one <= '9') || one == '-' || one == ' ';
  }

  boolean is(int column, String ascii) {
    int begin = begin(column);
    if (end(column) - begin != ascii.length()) {
      return false;
    }
    for (int i = 0; i < ascii.length(); i++) {
      if (lines.at(begin + i) != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the cell is a whole number that {@link #whole} reads. */
  boolean isWhole(int column) {
    int length = end(column) - begin(column);
    for (int i = begin(column); i < end(column); i++) {
      if (lines.at(i) < '0' || lines.at(i) > '9') {
        return false;
      }
    }
    return length > 0 && length <= 17;
  }

  boolean isEmpty(int column) {
    return column < 0 || begin(column) == end(column);
  }

  /**
   * The cell as a whole number, not negative; 0 where {@code column} is -1.
   *
   * @throws Fault (no verdict) when it is none
   */
  long whole(int column) {
    if (column < 0) {
      return 0;
    }
    int begin = begin(column);
    int end = end(column);
    long number = 0;
    for (int i = begin; i < end; i++) {
      int digit = lines.at(i) - '0';
      if (digit < 0 || digit > 9 || i - begin > 17) {
        throw noNumber(column);
      }
      number = 10 * number + digit;
    }
    if (begin == end) {
      throw noNumber(column);
    }
    return number;
  }

  /**
   * @throws Fault (no verdict) when it is none
   */
  double number(int column) {
    try {
      double number = Double.parseDouble(text(column));
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw noNumber(column);
    }
    throw noNumber(column);
  }

  private Fault noNumber(int column) {
    return fault("%s is '%s', which is not a number".formatted(header.get(column), text(column)));
  }

  String place() {
    return lines.place();
  }

  Fault fault(String what) {
    return lines.fault(what);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
