package io.perfline.gate.publish;

import io.perfline.core.run.Case;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Schema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.published.PublishedFigures;
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
    return SchemaPoint.of(Schema.PERF_PUBLISHED, TIME)
        .tag(Column.SIMULATION, Case.simulation(figure.getKey()))
        .tag(Column.CASE, figure.getKey())
        .field(Column.SWEEP_VALUE, sweep.number().orElse(Double.NaN))
        .field(Column.THROUGHPUT_PER_S, figure.getValue())
        .line();
  }
}
