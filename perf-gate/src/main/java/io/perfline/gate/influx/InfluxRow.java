package io.perfline.gate.influx;

import java.time.Instant;
import java.util.Map;

/**
 * A row that a query answered.
 *
 * @param columns where in {@code cells} each column is; shared by the rows of a series
 * @param tags what the query grouped by; shared likewise
 * @param cells text, a truth value or a number; absent when null
 */
public record InfluxRow(Map<String, Integer> columns, Map<String, String> tags, Object[] cells) {

  private Object cell(String column) {
    Integer at = columns.get(column);
    return at == null ? null : cells[at];
  }

  /** Text; empty when there is none. */
  public String text(String column) {
    Object cell = tags.containsKey(column) ? tags.get(column) : cell(column);
    return cell == null ? "" : cell.toString();
  }

  /** A number; NaN when there is none. */
  public double number(String column) {
    return cell(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** A whole number, exactly; 0 when there is none. */
  public long whole(String column) {
    return cell(column) instanceof Number number ? number.longValue() : 0;
  }

  /** A truth value; false when there is none. */
  public boolean truth(String column) {
    return Boolean.TRUE.equals(cell(column));
  }

  public Instant time() {
    return Instant.ofEpochSecond(0, whole(Column.TIME));
  }

  /** A text that may go on in further columns, put together again as {@link LongText} split it. */
  public String longText(String column) {
    return LongText.join(column, part -> cell(part) == null ? "" : text(part));
  }
}
