package io.perfline.gate.why;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Adds the methods that got slower to the exceeded comparisons of a verdict. It changes no outcome.
 */
public final class ExplainedVerdict {

  private ExplainedVerdict() {}

  /**
   * Returns the verdict with the methods.
   *
   * @param folder the folder of the run, with its recordings
   */
  public static Verdict of(Verdict verdict, Path folder, Run run) {
    if (verdict.lines().stream().noneMatch(ExplainedVerdict::isBroken)) {
      return verdict;
    }
    Optional<Why> why;
    try {
      why = Why.of(folder, run);
    } catch (Fault unreadable) {
      String unknown = WhyText.UNKNOWN + unreadable.getMessage();
      return explained(verdict, line -> line.with(unknown, null));
    }
    return why.map(known -> explained(verdict, line -> explained(line, known))).orElse(verdict);
  }

  private static Line explained(Line line, Why why) {
    return why.of(line.caseName())
        .map(
            known ->
                line.with(
                    WhyText.sentence(known), WhyText.cause(known, line.metric()).orElse(null)))
        .orElse(line);
  }

  private static Verdict explained(Verdict verdict, UnaryOperator<Line> explained) {
    return verdict.with(
        verdict.lines().stream()
            .map(line -> isBroken(line) ? explained.apply(line) : line)
            .toList());
  }

  private static boolean isBroken(Line line) {
    return line.outcome() == Outcome.FAIL && line.relative();
  }
}
