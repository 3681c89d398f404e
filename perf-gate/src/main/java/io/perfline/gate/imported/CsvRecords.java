package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The records of a CSV file (RFC 4180) under its header, read as bytes: a line becomes no text,
 * only those of its cells that are asked for. Cells are told by commas, semicolons or tabs,
 * whichever the header has.
 */
final class CsvRecords implements Closeable {

  private static final int LONGEST = 1 << 24;
  private static final int MOST_CELLS = 1 << 10;

  private final Path file;
  private final InputStream in;
  private final TextPool pool = new TextPool();
  private final int[] begins = new int[MOST_CELLS];
  private final int[] ends = new int[MOST_CELLS];
  private final boolean[] quoted = new boolean[MOST_CELLS];
  private byte[] buffer = new byte[1 << 17];
  private int record;
  private int position;
  private int limit;
  private int cells;
  private byte separator;
  private long line;
  private long lines = 1;
  private final List<String> header = new ArrayList<>();

  CsvRecords(Path file) throws IOException {
    this.file = file;
    this.in = ToolFile.open(file);
    try {
      readHeader();
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private void readHeader() throws IOException {
    separator = 0;
    if (!read()) {
      throw ToolFile.fault(file, 1, "the file is empty: nothing was measured");
    }
    String first = new String(buffer, record, position - record, StandardCharsets.UTF_8);
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
      throw ToolFile.fault(
          file, 1, "no column '%s'; there are %s".formatted(name, String.join(", ", header)));
    }
    return column;
  }

  /**
   * Goes to the next record.
   *
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
    record = position;
    line = lines;
    if (position == limit && !fill()) {
      return false;
    }
    cells = 0;
    begins[0] = 0;
    quoted[0] = false;
    while (true) {
      position = special(buffer, position, limit, separator);
      if (position == limit) {
        if (!fill()) {
          throw fault("the file ends in the middle of a line: it is cut off");
        }
        continue;
      }
      byte one = buffer[position++];
      if (one == '\n') {
        lines++;
        end();
        return true;
      } else if (one == separator) {
        end();
      } else if (begins[cells] == position - 1 - record) {
        quote();
      }
    }
  }

  /** The next byte that may end a cell or begin a quotation: most of the time goes by here. */
  private static int special(byte[] bytes, int from, int to, byte separator) {
    int at = from;
    while (at < to) {
      byte one = bytes[at];
      if (one == separator || one == '\n' || one == '"') {
        return at;
      }
      at++;
    }
    return to;
  }

  private void end() {
    if (cells == MOST_CELLS - 1) {
      throw fault("more than " + MOST_CELLS + " cells");
    }
    int end = position - 1 - record;
    if (buffer[position - 1] == '\n' && end > 0 && buffer[position - 2] == '\r') {
      end--;
    }
    ends[cells] = end;
    cells++;
    begins[cells] = position - record;
    quoted[cells] = false;
  }

  /** Goes behind the quotation mark that ends the cell. */
  private void quote() throws IOException {
    quoted[cells] = true;
    while (true) {
      if (position == limit && !fill()) {
        throw fault("the file ends within quotation marks: it is cut off");
      }
      byte one = buffer[position++];
      if (one == '\n') {
        lines++;
      } else if (one == '"') {
        if (position == limit && !fill()) {
          throw fault("the file ends in the middle of a line: it is cut off");
        }
        if (buffer[position] != '"') {
          return;
        }
        position++;
      }
    }
  }

  /** More bytes behind those of this record, which moves to the front. */
  private boolean fill() throws IOException {
    if (record > 0) {
      System.arraycopy(buffer, record, buffer, 0, limit - record);
      position -= record;
      limit -= record;
      record = 0;
    } else if (limit == buffer.length) {
      if (limit >= LONGEST) {
        throw fault("a line of more than " + LONGEST + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * limit);
    }
    try {
      int count = in.read(buffer, limit, buffer.length - limit);
      limit += Math.max(0, count);
      return count > 0;
    } catch (EOFException e) {
      throw fault("the compressed file ends too soon: it is cut off");
    }
  }

  private int begin(int column) {
    return record + begins[column] + (quoted[column] ? 1 : 0);
  }

  private int end(int column) {
    return record + ends[column] - (quoted[column] ? 1 : 0);
  }

  /** The cell as text; empty where {@code column} is -1. */
  String text(int column) {
    if (column < 0) {
      return "";
    }
    String text = pool.text(buffer, begin(column), end(column));
    return quoted[column] && text.indexOf('"') >= 0 ? text.replace("\"\"", "\"") : text;
  }

  /**
   * The cell as text up to where a number of its own begins: {@code users 1-12} is {@code users}.
   */
  String withoutNumber(int column) {
    int begin = begin(column);
    int end = end(column);
    while (end > begin && isOfNumber(buffer[end - 1])) {
      end--;
    }
    return pool.text(buffer, begin, end);
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
      if (buffer[begin + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
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
      int digit = buffer[i] - '0';
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
   * The cell as a number.
   *
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
    return fault("%s is '%s', which is no number".formatted(header.get(column), text(column)));
  }

  String place() {
    return file + ":" + line;
  }

  Fault fault(String what) {
    return ToolFile.fault(file, line, what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
