package io.perfline.gate.publish;

import io.perfline.core.run.CaseResult;
import io.perfline.gate.compare.PublishedFigures;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The published figures as points, so that a dashboard can draw them behind ours. */
public final class PublishedPoints {

  /** When they were published, nearly; every writing writes the same points. */
  private static final Instant TIME = Instant.parse("2014-01-01T00:00:00Z");

  private PublishedPoints() {}

  public static List<String> all() {
    return PublishedFigures.throughput().entrySet().stream().map(PublishedPoints::point).toList();
  }

  private static String point(Map.Entry<String, Double> figure) {
    Sweep sweep = Sweep.of(figure.getKey()).orElseThrow();
    return SchemaPoint.of(InfluxSchema.PERF_PUBLISHED, TIME)
        .tag(Column.SIMULATION, CaseResult.simulation(figure.getKey()))
        .tag(Column.CASE, figure.getKey())
        .field(Column.SWEEP_VALUE, sweep.number().orElse(Double.NaN))
        .field(Column.THROUGHPUT_PER_S, figure.getValue())
        .line();
  }
}
