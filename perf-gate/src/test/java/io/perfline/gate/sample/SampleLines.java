package io.perfline.gate.sample;

import io.perfline.core.run.LoadUnit;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Measured;
import java.util.List;

/** Creates lines of verdicts from the texts of limits and units. */
public final class SampleLines {

  private SampleLines() {}

  public static Line line(
      String threshold,
      String caseName,
      String target,
      String metric,
      String limit,
      String warn,
      Double value,
      String unit,
      ConfidenceInterval interval,
      long samples,
      BaselineOrigin baseline,
      Finding finding,
      String reason) {
    return new Line(
        threshold,
        caseName,
        target,
        Limit.parse(metric, limit, warn),
        new Measured(value, Unit.of(unit).orElse(null), interval, samples, null),
        baseline,
        finding,
        reason);
  }

  public static Line remark(
      String threshold,
      String caseName,
      String metric,
      String limit,
      Finding finding,
      String text) {
    return Line.remark(threshold, caseName, Limit.parse(metric, limit, null), finding, text);
  }

  public static Line withDetectable(Line line, Double change) {
    Measured measured = line.measured();
    return new Line(
        line.threshold(),
        line.caseName(),
        line.target(),
        line.limited(),
        new Measured(
            measured.value(), measured.unit(), measured.interval(), measured.samples(), change),
        line.baseline(),
        line.finding(),
        line.reason());
  }

  /** Creates a line that was not judged because other processes used the machine. */
  public static Line busy(Line line, double percent) {
    return new Line(
        line.threshold(),
        line.caseName(),
        line.target(),
        line.limited(),
        line.measured(),
        line.baseline(),
        line.finding(),
        line.reason(),
        null,
        null,
        percent);
  }

  public static Line serverEnd(String caseName, String target, String reason) {
    return line(
        "server",
        caseName,
        target,
        "server",
        "runs",
        null,
        null,
        "",
        null,
        0,
        null,
        Finding.SERVER_ENDED,
        reason);
  }

  /**
   * Creates the baseline of a comparison in pairs.
   *
   * @param build the name of the build, with a commit in parentheses if it is known
   */
  public static BaselineOrigin paired(
      String name, Double before, Double now, String unit, LoadUnit per, String build) {
    int commit = build.indexOf(" (");
    BaselineContent.Build origin =
        commit < 0
            ? new BaselineContent.Build(build, null)
            : new BaselineContent.Build(
                build.substring(0, commit), build.substring(commit + 2, build.length() - 1));
    return BaselineOrigin.paired(name, before, now, unit, per, origin);
  }

  public static BaselineOrigin history(
      String name, List<String> runs, Double before, Double now, String unit, String origin) {
    return new BaselineOrigin(
        name, runs, before, now, unit, null, new BaselineContent.Described(origin));
  }
}
