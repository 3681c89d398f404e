package io.perfline.gate.history;

import java.util.Map;

/**
 * A row that a query answered.
 *
 * @param columns where in {@code cells} each column is; shared by the rows of a series
 * @param tags what the query grouped by; shared likewise
 * @param cells text, a truth value or a number; absent when null
 */
record InfluxRow(Map<String, Integer> columns, Map<String, String> tags, Object[] cells) {

  private Object cell(String column) {
    Integer at = columns.get(column);
    return at == null ? null : cells[at];
  }

  /** Text; empty when there is none. */
  String text(String column) {
    Object cell = tags.containsKey(column) ? tags.get(column) : cell(column);
    return cell == null ? "" : cell.toString();
  }

  /** A number; NaN when there is none. */
  double number(String column) {
    return cell(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** A whole number, exactly; 0 when there is none. */
  long whole(String column) {
    return cell(column) instanceof Number number ? number.longValue() : 0;
  }

  /** Nanoseconds since 1970. */
  long time() {
    return whole("time");
  }

  /** A text that goes on in {@code column_2}, {@code column_3} … since a field holds 64 KiB. */
  String longText(String column) {
    StringBuilder text = new StringBuilder(text(column));
    for (int part = 2; cell(column + "_" + part) != null; part++) {
      text.append(text(column + "_" + part));
    }
    return text.toString();
  }
}
