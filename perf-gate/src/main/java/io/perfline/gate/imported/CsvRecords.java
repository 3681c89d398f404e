package io.perfline.gate.imported;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.RecordType;
import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * The records of a CSV file (RFC 4180) below its header. The separator is a comma, a tab, a
 * semicolon or a bar, whichever the header contains. FastCSV reads the records. A cell becomes a
 * String only when it is asked for, and equal texts share one String.
 */
final class CsvRecords implements ToolSource {

  private static final int MAX_DIGITS = 17;

  private final Path file;
  private final Record record = new Record();
  private final TextPool pool = new TextPool();
  private final List<String> header = new ArrayList<>();
  private final CsvReader<Record> csv;
  private final Iterator<Record> records;

  CsvRecords(Path file) throws IOException {
    this.file = file;
    csv =
        CsvReader.builder()
            .fieldSeparator(separator(file))
            .allowExtraFields(true)
            .allowMissingFields(true)
            .allowUnclosedQuote(false)
            .build(record, new ToolText(file, () -> record.line, true));
    records = csv.iterator();
    try {
      read();
      for (int i = 0; i < record.cells; i++) {
        header.add(text(i).strip());
      }
    } catch (RuntimeException e) {
      csv.close();
      throw e;
    }
  }

  private static char separator(Path file) throws IOException {
    try (TextLines lines = new TextLines(file)) {
      String first = lines.next();
      if (first == null) {
        throw lines.fault("the file is empty: nothing was measured");
      }
      return ",\t;|"
          .chars()
          .filter(each -> first.indexOf(each) >= 0)
          .mapToObj(each -> (char) each)
          .findFirst()
          .orElse(',');
    }
  }

  List<String> header() {
    return header;
  }

  /** Returns the index of a column, or -1 if there is no such column. */
  int column(String name) {
    return header.indexOf(name);
  }

  /**
   * Returns the index of a column.
   *
   * @throws Fault (no verdict) if there is no such column
   */
  int required(String name) {
    int column = column(name);
    if (column < 0) {
      throw fault(
          "no column '%s'; known: %s"
              .formatted(name, OutsideText.line(String.join(", ", header), 400)));
    }
    return column;
  }

  /**
   * Moves to the next record. Returns false after the last one.
   *
   * @throws Fault (no verdict) if the record is cut off, does not have one cell for each column, or
   *     repeats the header
   */
  boolean next() {
    if (!read()) {
      return false;
    }
    if (record.cells != header.size()) {
      throw fault(
          "%d cells below a header of %d: it is cut off, or was written by two versions or settings"
              .formatted(record.cells, header.size()));
    }
    if (is(0, header.get(0))) {
      throw fault("the header occurs a second time: the file contains two results; split it");
    }
    return true;
  }

  private boolean read() {
    try {
      return records.hasNext() && records.next() != null;
    } catch (CsvParseException e) {
      if (e.getCause() instanceof Fault fault) { // thrown by the reader; FastCSV wraps it
        throw fault;
      }
      throw fault("it is cut off or not CSV: " + e.getMessage());
    }
  }

  /** Returns the cell as text, which is empty if {@code column} is -1. */
  String text(int column) {
    return column < 0 ? "" : pool.text(record.chars, record.begin(column), record.ends[column]);
  }

  /** Returns the cell as text without a number at its end: {@code users} for {@code users 1-12}. */
  String withoutNumber(int column) {
    int begin = record.begin(column);
    int end = record.ends[column];
    while (end > begin && isOfNumber(record.chars[end - 1])) {
      end--;
    }
    return pool.text(record.chars, begin, end);
  }

  private static boolean isOfNumber(char one) {
    return (one >= '0' && one <= '9') || one == '-' || one == ' ';
  }

  boolean is(int column, String text) {
    int begin = record.begin(column);
    int length = record.ends[column] - begin;
    for (int i = 0; i < length && length == text.length(); i++) {
      if (record.chars[begin + i] != text.charAt(i)) {
        return false;
      }
    }
    return length == text.length();
  }

  boolean isEmpty(int column) {
    return column < 0 || record.begin(column) == record.ends[column];
  }

  /** Returns true if the cell is a whole number that {@link #whole} reads. */
  boolean isWhole(int column) {
    return parse(column) >= 0;
  }

  /**
   * Returns the cell as a non-negative whole number, or 0 if {@code column} is -1.
   *
   * @throws Fault (no verdict) if the cell is not such a number
   */
  long whole(int column) {
    long number = column < 0 ? 0 : parse(column);
    if (number < 0) {
      throw notANumber(column);
    }
    return number;
  }

  /** Returns the cell as a whole number, or -1 if it is not one. */
  private long parse(int column) {
    int begin = record.begin(column);
    int end = record.ends[column];
    long number = begin == end || end - begin > MAX_DIGITS ? -1 : 0;
    for (int i = begin; i < end && number >= 0; i++) {
      int digit = record.chars[i] - '0';
      number = digit < 0 || digit > 9 ? -1 : 10 * number + digit;
    }
    return number;
  }

  /**
   * Returns the cell as a finite number.
   *
   * @throws Fault (no verdict) if the cell is not such a number
   */
  double number(int column) {
    double number = Double.NaN;
    try {
      number = Double.parseDouble(text(column));
    } catch (NumberFormatException e) {
      throw notANumber(column);
    }
    if (!Double.isFinite(number)) {
      throw notANumber(column);
    }
    return number;
  }

  private Fault notANumber(int column) {
    return fault(
        "%s is '%s', which is not a number"
            .formatted(header.get(column), OutsideText.line(text(column), 80)));
  }

  @Override
  public String position() {
    return file + ":" + Math.max(1, record.line);
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }

  /** The record that was read last. Its cells are stored one after another in one array. */
  private static final class Record extends CsvCallbackHandler<Record> {
    private char[] chars = new char[1 << 10];
    private int[] ends = new int[32];
    private int cells;
    private long line;
    private RecordType type;

    private int begin(int cell) {
      return cell == 0 ? 0 : ends[cell - 1];
    }

    @Override
    protected void beginRecord(long startingLine) {
      line = startingLine;
      cells = 0;
      type = RecordType.DATA;
    }

    @Override
    protected void addField(char[] buffer, int offset, int length, boolean quoted) {
      int begin = begin(cells);
      if (begin + length > chars.length) {
        chars = Arrays.copyOf(chars, 2 * (begin + length));
      }
      if (cells == ends.length) {
        ends = Arrays.copyOf(ends, 2 * cells);
      }
      System.arraycopy(buffer, offset, chars, begin, length);
      ends[cells++] = begin + length;
    }

    @Override
    protected void setComment(char[] buffer, int offset, int length) {
      type = RecordType.COMMENT;
    }

    @Override
    protected void setEmpty() {
      type = RecordType.EMPTY;
    }

    @Override
    protected RecordType getRecordType() {
      return type;
    }

    @Override
    protected int getFieldCount() {
      return cells;
    }

    @Override
    protected Record buildRecord() {
      return this;
    }
  }

  /**
   * Shares Strings with the same characters, so that a request's name becomes one String instead of
   * one per line.
   */
  private static final class TextPool {
    /**
     * The maximum number of shared texts. A column with more values than that rarely repeats one.
     */
    private static final int SLOTS = 1 << 14;

    private final char[][] chars = new char[SLOTS][];
    private final String[] texts = new String[SLOTS];

    private String text(char[] from, int begin, int end) {
      int hash = end - begin;
      for (int i = begin; i < end; i++) {
        hash = 31 * hash + from[i];
      }
      int slot = (hash ^ hash >>> 15) & SLOTS - 1;
      char[] cached = chars[slot];
      if (cached == null || !Arrays.equals(cached, 0, cached.length, from, begin, end)) {
        chars[slot] = Arrays.copyOfRange(from, begin, end);
        texts[slot] = new String(from, begin, end - begin);
      }
      return texts[slot];
    }
  }
}
