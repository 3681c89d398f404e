package io.perfline.gate.publish;

import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.influxdb.dto.Point;
import org.influxdb.dto.QueryResult.Series;

/**
 * Writes the points of a database as line protocol, one week at a time, so that the length of the
 * history is not limited by memory.
 */
record HistoryExport(Database database) {

  private static final Duration STEP = Duration.ofDays(7);

  /**
   * Passes on every point of a measurement as a line, which is identical in every export.
   *
   * @return the number of points
   */
  long write(InfluxSchema schema, Consumer<String> out) {
    String from = schema.from();
    Map<String, String> types = types(schema);
    Instant at = edge(from, "ASC");
    if (at == null) {
      return 0;
    }
    Instant last = edge(from, "DESC");
    long points = 0;
    for (; !at.isAfter(last); at = at.plus(STEP)) {
      String week =
          "SELECT * FROM %s WHERE time >= '%s' AND time < '%s' GROUP BY *"
              .formatted(from, at, at.plus(STEP));
      for (Series series : database.series(week).toList()) {
        for (List<Object> row : series.getValues()) {
          out.accept(point(schema, series, row, types).lineProtocol());
          points++;
        }
      }
    }
    return points;
  }

  /**
   * Returns the types of the fields, because InfluxDB's JSON does not distinguish integers from
   * floats.
   */
  private Map<String, String> types(InfluxSchema schema) {
    Map<String, String> types = new HashMap<>();
    database
        .rows("SHOW FIELD KEYS FROM " + schema.from())
        .forEach(row -> types.put("" + row.get(0), "" + row.get(1)));
    return types;
  }

  private Instant edge(String from, String order) {
    return database
        .rows("SELECT * FROM %s ORDER BY time %s LIMIT 1".formatted(from, order))
        .map(row -> Instant.parse("" + row.get(0)))
        .findFirst()
        .orElse(null);
  }

  private static Point point(
      InfluxSchema schema, Series series, List<Object> row, Map<String, String> types) {
    Point.Builder point =
        Point.measurement(schema.measurement())
            .time(InfluxQl.nanoseconds(Instant.parse("" + row.get(0))), TimeUnit.NANOSECONDS);
    series
        .getTags()
        .forEach(
            (tag, value) -> {
              if (!value.isEmpty()) {
                point.tag(tag, value);
              }
            });
    for (int i = 1; i < row.size(); i++) {
      String field = series.getColumns().get(i);
      if (row.get(i) instanceof Number number && "integer".equals(types.get(field))) {
        point.addField(field, number.longValue());
      } else if (row.get(i) != null) {
        point.field(field, row.get(i));
      }
    }
    return point.build();
  }
}
