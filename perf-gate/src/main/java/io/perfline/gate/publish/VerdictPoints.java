package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes points of the lines of a verdict, with the start of the run as time stamp. Lines on cases
 * of other profiles are left out, because they were not judged.
 */
public final class VerdictPoints {

  /** The threshold of the point with the validity of the run. */
  private static final String VALID_RUN = "valid_run";

  private VerdictPoints() {}

  public static List<String> of(Run run, Verdict verdict) {
    return Stream.concat(
            Stream.of(validity(run, verdict)),
            judged(verdict).stream().map(one -> point(run, one.threshold(), one.line())))
        .toList();
  }

  /**
   * Makes the point that is INVALID if the run as a whole has no verdict, and so has no lines.
   * Otherwise the newest points of a threshold would be those of an earlier run.
   */
  private static String validity(Run run, Verdict verdict) {
    Outcome outcome = verdict.problems().isEmpty() ? Outcome.PASS : Outcome.INVALID;
    SchemaPoint point =
        of(run, VALID_RUN, "**", null)
            .field(Column.METRIC, VALID_RUN)
            .field(Column.CONDITION, "–")
            .field(Column.VERDICT, outcome.id())
            .field(Column.SEVERITY, (long) outcome.severity())
            .field(
                Column.FINDING,
                outcome == Outcome.PASS ? Finding.WITHIN_PASS.id() : Finding.NOT_MEASURED.id())
            .field(Column.REASON, String.join("; ", verdict.problems()));
    return point.line();
  }

  private static SchemaPoint of(Run run, String threshold, String caseName, String target) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_VERDICT, run.started())
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.THRESHOLD, threshold)
            .tag(Column.CASE, caseName)
            .tag(Column.TARGET, target == null ? "none" : target)
            .field(Column.RUN, run.run())
            .field(Column.BUILD, run.build());
    CasePoints.RunWindow.of(run).mark(point);
    return point;
  }

  /**
   * A judged line.
   *
   * @param threshold the name of its threshold; with a number, if the verdict has several lines
   *     with this name on the same case, such as those on changed settings
   */
  record JudgedLine(String threshold, Line line) {}

  /** Returns the judged lines of a verdict with unique names. */
  static List<JudgedLine> judged(Verdict verdict) {
    Map<List<String>, Integer> numbers = new HashMap<>();
    List<JudgedLine> judged = new ArrayList<>();
    for (Line line : verdict.lines()) {
      if (line.outcome() != Outcome.NOT_IN_PROFILE) {
        List<String> name = Arrays.asList(line.threshold(), line.caseName(), line.target());
        int number = numbers.merge(name, 1, Integer::sum);
        judged.add(new JudgedLine(line.threshold() + (number == 1 ? "" : "-" + number), line));
      }
    }
    return judged;
  }

  private static String kind(Line line) {
    if (!line.relative()) {
      return "";
    }
    return line.inPercent() ? InfluxSchema.COMPARISON : InfluxSchema.DIFFERENCE;
  }

  private static String point(Run run, String threshold, Line line) {
    SchemaPoint point =
        of(run, threshold, line.caseName(), line.target())
            .tag(Column.KIND, kind(line))
            .field(Column.METRIC, line.metric())
            .field(Column.CONDITION, line.limit())
            .field(Column.VERDICT, line.outcome().id())
            .field(Column.SEVERITY, (long) line.outcome().severity())
            .field(Column.FINDING, line.finding().id())
            .field(Column.REASON, line.reasonWithMethods());
    Unit unit = line.firstUnit(); // Dashboards draw all limits of a metric in one unit.
    point.field(Column.UNIT, unit == null ? "" : unit.symbol());
    line.limited().in(unit).ifPresent(limit -> point.field(Column.LIMIT, limit));
    if (line.value() != null) {
      point.field(Column.VALUE, line.inFirstUnit(line.value()));
    }
    if (line.interval() != null) {
      ConfidenceInterval interval = line.interval();
      point
          .field(Column.VALUE_LOW, line.inFirstUnit(interval.low()))
          .field(Column.VALUE_HIGH, line.inFirstUnit(interval.high()));
    }
    return point.line();
  }
}
