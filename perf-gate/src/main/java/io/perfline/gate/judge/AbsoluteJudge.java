package io.perfline.gate.judge;

import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;

/** Judges a value against an absolute limit. */
record AbsoluteJudge(Waivers waivers) {

  /** Judges {@code value}, in the first unit of the limit's dimension. */
  Line judge(LineBuilder lines, double value, long samples) {
    if (!Double.isFinite(value)) {
      return lines.without(
          Finding.NOT_MEASURED, samples, "%s was not measured".formatted(lines.metric()));
    }
    String shown =
        FigureFormat.withUnit(
            lines.unit().fromFirst(value),
            lines.unit().symbol(),
            lines.pass().limit().value(),
            lines.warn() == null ? Double.NaN : lines.warn().limit().in(lines.unit()));
    if (lines.pass().holds(value)) {
      return lines.of(
          Finding.WITHIN_PASS,
          value,
          samples,
          shown + " is within the limit of " + lines.pass().limit().text());
    }
    if (lines.warn() != null && lines.warn().holds(value)) {
      return lines.of(
          Finding.WITHIN_WARN, value, samples, shown + " " + lines.exceededWithWarning());
    }
    return broken(lines, value, samples, shown);
  }

  /** Judges a value that may still grow. It can exceed a limit, but not meet one yet. */
  Line judgeAtLeast(LineBuilder lines, double value, long samples) {
    Line line = judge(lines, value, samples);
    return line.finding() == Finding.BROKEN || !Double.isFinite(value)
        ? line
        : lines.without(
            Finding.NOT_MEASURED, samples, "%s was not over yet".formatted(lines.metric()));
  }

  private Line broken(LineBuilder lines, double value, long samples, String shown) {
    Waivers.Decision decision =
        waivers.decide(Finding.BROKEN, lines, ceiling -> ceiling.holds(value));
    return lines.of(
        decision.finding(),
        value,
        samples,
        "%s %s%s".formatted(shown, lines.exceeded(), decision.note()));
  }
}
