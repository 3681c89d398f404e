package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The lines of a verdict as points, at the instant of the run's cases. A case of another profile
 * has none: nothing was decided on it.
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
        SchemaPoint.of(Schema.PERF_VERDICT, run.started())
            .tag("branch", run.branch())
            .tag("environment", run.environment().name())
            .tag("threshold", line.threshold())
            .tag("case", line.caseName())
            .tag("target", line.target() == null ? "none" : line.target())
            .field("run", run.run())
            .field("build", run.build())
            .field("metric", line.metric())
            .field("condition", line.limit())
            .field("verdict", line.outcome().word())
            .field("severity", severity(line.outcome()))
            .field("finding", line.finding().word())
            .field("reason", line.reason());
    if (line.unit() != null) {
      point.field("unit", line.unit());
      limit(line).ifPresent(limit -> point.field("limit", limit));
    }
    if (line.value() != null) {
      point.field("value", line.value().doubleValue());
    }
    return point.line();
  }

  /** 0 pass, 1 warning, 2 broken, 3 no verdict: what a dashboard sorts and colours by. */
  private static long severity(Outcome outcome) {
    return switch (outcome) {
      case PASS, NOT_IN_PROFILE -> 0;
      case WARN -> 1;
      case FAIL -> 2;
      case INVALID -> 3;
    };
  }

  private static OptionalDouble limit(Line line) {
    return line.limitIn(line.unit());
  }
}
