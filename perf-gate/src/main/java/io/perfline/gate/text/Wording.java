package io.perfline.gate.text;

import io.perfline.core.run.Run;
import io.perfline.gate.judge.JudgedLine;
import io.perfline.gate.judge.Judgement;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.judge.Reason;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the sentences of a verdict from the decisions of the judge. */
public final class Wording {

  private Wording() {}

  /** Returns the verdict on a run, with the sentences that its file and outputs contain. */
  public static Verdict of(Judgement judgement) {
    Run run = judgement.run();
    List<String> problems = judgement.problems().stream().map(ObstacleText::of).toList();
    List<Line> lines = judgement.lines().stream().map(Wording::line).toList();
    VerdictSummary summary = new VerdictSummary(problems, lines, run);
    String text = summary.text() + (judgement.note().isEmpty() ? "" : " " + judgement.note() + ".");
    return new Verdict(
        Verdict.SCHEMA,
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.profile(),
        run.environment() == null ? null : run.environment().name(),
        judgement.judged(),
        Verdict.outcomeOf(problems, lines),
        text,
        summary.endsWithAWarning() ? summary.brief() : text,
        problems,
        lines,
        judgement.notJudged());
  }

  /** Adds the verdict of a second comparison of the same commit; the worse of both counts. */
  public static Verdict both(Verdict own, Verdict second) {
    String brief =
        own.brief().equals(own.summary())
            ? VerdictSummary.of(own.summary(), second, second.brief())
            : own.brief();
    return own.and(second, VerdictSummary.of(own.summary(), second, second.summary()), brief);
  }

  /** Returns a judged line with its sentences. */
  public static Line line(JudgedLine line) {
    String reason = line.reason().in(new ReasonText(line));
    return new Line(
        line.threshold(),
        line.caseName(),
        line.target(),
        line.limited(),
        line.measured(),
        line.baseline() == null ? null : described(line, line.baseline(), reason),
        line.finding(),
        reason,
        null,
        null,
        othersPercent(line.reason()));
  }

  /** Describes the changes of lines, one after the other. */
  public static String changes(List<JudgedLine> lines) {
    return lines.stream()
        .map(Wording::line)
        .map(line -> "%s of %s %s".formatted(line.metric(), line.caseName(), line.reason()))
        .collect(Collectors.joining("; "));
  }

  private static Double othersPercent(Reason reason) {
    return reason instanceof Reason.Without without
            && without.problems().get(0).kind() == Kind.BUSY_MACHINE
        ? (Double) without.problems().get(0).figures().get(0)
        : null;
  }

  private static BaselineOrigin described(JudgedLine line, BaselineOrigin baseline, String reason) {
    if (baseline.origin() instanceof BaselineContent.Runs runs) {
      return baseline.described(
          "%d runs of %s from %s on (%s)%s"
              .formatted(
                  runs.count(), runs.branch(), runs.from(), runs.first(), kept(runs.kept())));
    }
    return baseline.origin() instanceof BaselineContent.History history
        ? baseline.described((line.measured().value() == null ? reason : "") + kept(history.kept()))
        : baseline;
  }

  private static String kept(String place) {
    return place.isEmpty() ? "" : ", stored in " + place;
  }
}
