package io.perfline.gate.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.influxdb.dto.QueryResult.Series;

/**
 * A row that a query answered, its series' tags among its columns.
 *
 * @param columns by name; absent when null
 */
record Answer(Map<String, Object> columns) {

  static Answer of(Series series, List<Object> row) {
    Map<String, Object> columns = new HashMap<>();
    if (series.getTags() != null) {
      columns.putAll(series.getTags());
    }
    for (int i = 0; i < row.size(); i++) {
      if (row.get(i) != null) {
        columns.put(series.getColumns().get(i), row.get(i));
      }
    }
    return new Answer(columns);
  }

  /** Text; empty when there is none. */
  String text(String column) {
    return columns.getOrDefault(column, "").toString();
  }

  /** A number; NaN when there is none. */
  double number(String column) {
    return columns.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** A text that goes on in {@code column_2}, {@code column_3} … since a field holds 64 KiB. */
  String longText(String column) {
    StringBuilder text = new StringBuilder(text(column));
    for (int part = 2; columns.containsKey(column + "_" + part); part++) {
      text.append(text(column + "_" + part));
    }
    return text.toString();
  }
}
