package io.perfline.gate.history;

import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.metric.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The trend of a history in files, which are read once. */
public final class FileTrend implements TrendHistory {

  private final Map<Measured, List<InfluxRow>> cases = new LinkedHashMap<>();
  private final List<String> leftOut;

  /**
   * Reads the files.
   *
   * @throws io.perfline.core.command.Fault (no verdict) if the folder can't be read
   */
  public FileTrend(HistoryFolder folder, HistoryPart part) {
    leftOut =
        folder.read(
            List.of(InfluxSchema.PERF_CASE),
            (schema, row) -> {
              if (part.contains(row)) {
                cases
                    .computeIfAbsent(
                        new Measured(row.text(Column.CASE), row.text(Column.TARGET)),
                        measured -> new ArrayList<>())
                    .add(row);
              }
            });
  }

  /** Returns the reasons why runs were left out, one sentence for each run. */
  public List<String> leftOut() {
    return leftOut;
  }

  @Override
  public List<Measured> cases() {
    return List.copyOf(cases.keySet());
  }

  @Override
  public void rows(Measured measured, Set<Metric> metrics, Consumer<InfluxRow> each) {
    cases.get(measured).stream().sorted(Comparator.comparing(InfluxRow::time)).forEach(each);
  }
}
