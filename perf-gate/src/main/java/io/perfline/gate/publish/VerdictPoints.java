package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Makes points of the lines of a verdict, with the start of the run as time stamp. Lines on cases
 * of other profiles are left out, because they were not judged.
 */
public final class VerdictPoints {

  private VerdictPoints() {}

  public static List<String> of(Run run, Verdict verdict) {
    return verdict.lines().stream()
        .filter(line -> line.outcome() != Outcome.NOT_IN_PROFILE)
        .map(line -> point(run, line))
        .toList();
  }

  private static String point(Run run, Line line) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_VERDICT, run.started())
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.THRESHOLD, line.threshold())
            .tag(Column.CASE, line.caseName())
            .tag(Column.TARGET, line.target() == null ? "none" : line.target())
            .tag(Column.KIND, line.relative() ? InfluxSchema.COMPARISON : "")
            .field(Column.RUN, run.run())
            .field(Column.BUILD, run.build())
            .field(Column.METRIC, line.metric())
            .field(Column.CONDITION, line.limit())
            .field(Column.VERDICT, line.outcome().word())
            .field(Column.SEVERITY, (long) line.outcome().severity())
            .field(Column.FINDING, line.finding().word())
            .field(Column.REASON, line.reason());
    CasePoints.RunWindow.of(run).mark(point);
    if (line.unit() != null) {
      point.field(Column.UNIT, line.unit());
      limit(line).ifPresent(limit -> point.field(Column.LIMIT, limit));
    }
    if (line.value() != null) {
      point.field(Column.VALUE, line.value().doubleValue());
    }
    if (line.interval() != null) {
      ConfidenceInterval interval = line.interval();
      point
          .field(Column.VALUE_LOW, interval.low() == null ? Double.NaN : interval.low())
          .field(Column.VALUE_HIGH, interval.high() == null ? Double.NaN : interval.high());
    }
    return point.line();
  }

  private static OptionalDouble limit(Line line) {
    return line.limitIn(line.unit());
  }
}
