package io.perfline.gate.influx;

import java.time.Instant;
import java.util.Map;

/**
 * A row of a response.
 *
 * @param columns the index in {@code cells} by column; the rows of a series share it
 * @param tags the tags by which the query grouped; the rows of a series share them
 * @param cells texts, booleans or numbers; null for a missing value
 */
public record InfluxRow(Map<String, Integer> columns, Map<String, String> tags, Object[] cells) {

  private Object cell(String column) {
    Integer at = columns.get(column);
    return at == null ? null : cells[at];
  }

  /** Returns a text, which is empty if there is none. */
  public String text(String column) {
    Object cell = tags.containsKey(column) ? tags.get(column) : cell(column);
    return cell == null ? "" : cell.toString();
  }

  /** Returns a number, or NaN if there is none. */
  public double number(String column) {
    return cell(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** Returns an integer without rounding, or 0 if there is none. */
  public long whole(String column) {
    return cell(column) instanceof Number number ? number.longValue() : 0;
  }

  /** Returns a boolean, or false if there is none. */
  public boolean truth(String column) {
    return Boolean.TRUE.equals(cell(column));
  }

  public Instant time() {
    return Instant.ofEpochSecond(0, whole(Column.TIME));
  }

  /** Returns a text that {@link LongText} may have split into several columns. */
  public String longText(String column) {
    return LongText.join(column, part -> cell(part) == null ? "" : text(part));
  }
}
