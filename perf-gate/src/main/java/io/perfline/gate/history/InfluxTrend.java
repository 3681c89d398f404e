package io.perfline.gate.history;

import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.metric.Metric;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The trend of a history in InfluxDB, which is read one case at a time because of its size. */
public record InfluxTrend(Database database, HistoryPart part) implements TrendHistory {

  @Override
  public List<Measured> cases() {
    return database
        .ask(
            "SELECT %s FROM %s WHERE %s GROUP BY %s LIMIT 1"
                .formatted(
                    Column.RUN,
                    InfluxSchema.PERF_CASE.from(),
                    part.condition(),
                    PastPoint.CASE_AND_TARGET))
        .stream()
        .map(row -> new Measured(row.text(Column.CASE), row.text(Column.TARGET)))
        .toList();
  }

  @Override
  public void rows(Measured measured, Set<Metric> metrics, Consumer<InfluxRow> each) {
    database.ask(
        "SELECT %s FROM %s WHERE %s AND %s AND %s"
            .formatted(
                PastPoint.columns(metrics),
                InfluxSchema.PERF_CASE.from(),
                part.condition(),
                InfluxQl.equal(Column.CASE, measured.name()),
                InfluxQl.equal(Column.TARGET, measured.target())),
        each);
  }
}
