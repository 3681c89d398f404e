package io.perfline.gate.judge;

import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.verdict.Finding;

/** Judges a value against an absolute limit. */
record AbsoluteJudge(Waivers waivers) {

  /** Judges {@code value}, in the first unit of the limit's dimension. */
  JudgedLine judge(LineBuilder lines, double value, long samples) {
    if (!Double.isFinite(value)) {
      return lines.without(
          Finding.NOT_MEASURED, samples, Obstacle.of(Kind.NO_VALUE, lines.limit().metric()));
    }
    Finding finding =
        lines.pass().isMetBy(value)
            ? Finding.WITHIN_PASS
            : lines.last().isMetBy(value) ? Finding.WITHIN_WARN : Finding.EXCEEDED;
    Waivers.Decision decision = waivers.decide(finding, lines, ceiling -> ceiling.isMetBy(value));
    Reason reason = new Reason.Value(decision.waiver(), null);
    return lines.of(decision.finding(), value, samples, reason);
  }

  /** Judges a value that may still grow. It can exceed a limit, but not meet one yet. */
  JudgedLine judgeAtLeast(LineBuilder lines, double value, long samples) {
    JudgedLine line = judge(lines, value, samples);
    return line.finding() == Finding.EXCEEDED || !Double.isFinite(value)
        ? line
        : lines.without(
            Finding.NOT_MEASURED, samples, Obstacle.of(Kind.NOT_OVER, lines.limit().metric()));
  }
}
