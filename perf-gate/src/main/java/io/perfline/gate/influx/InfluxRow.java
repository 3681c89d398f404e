package io.perfline.gate.influx;

import java.time.Instant;
import java.util.Map;

/**
 * A row of an answer.
 *
 * @param columns index in {@code cells} by column; shared by the rows of a series
 * @param tags the tags that the query grouped by; shared likewise
 * @param cells text, booleans or numbers; null if absent
 */
public record InfluxRow(Map<String, Integer> columns, Map<String, String> tags, Object[] cells) {

  private Object cell(String column) {
    Integer at = columns.get(column);
    return at == null ? null : cells[at];
  }

  /** Returns text; empty if there is none. */
  public String text(String column) {
    Object cell = tags.containsKey(column) ? tags.get(column) : cell(column);
    return cell == null ? "" : cell.toString();
  }

  /** Returns a number; NaN if there is none. */
  public double number(String column) {
    return cell(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** Returns a whole number, exactly; 0 if there is none. */
  public long whole(String column) {
    return cell(column) instanceof Number number ? number.longValue() : 0;
  }

  /** Returns a boolean; false if there is none. */
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
