package io.perfline.gate.why;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    if (verdict.lines().stream().noneMatch(ExplainedVerdict::isExceeded)) {
      return verdict;
    }
    Optional<Why> why;
    try {
      why = Why.of(folder, run);
    } catch (Fault unreadable) {
      String unknown = WhyText.UNKNOWN + unreadable.getMessage();
      return explained(verdict, line -> line.with(unknown, null));
    }
    Verdict named =
        why.map(known -> explained(verdict, line -> explained(line, known))).orElse(verdict);
    return explained(named, line -> withStatements(line, run));
  }

  /** Adds the statements of the database that the candidate executes more often or longer. */
  private static Line withStatements(Line line, Run run) {
    Optional<ChangedStatements> changed =
        run.cases().stream()
            .filter(result -> result.name().equals(line.caseName()))
            .findFirst()
            .flatMap(ChangedStatements::of);
    Optional<String> sentence = changed.flatMap(ChangedStatements::sentence);
    if (sentence.isEmpty()) {
      return line;
    }
    String cause =
        Stream.concat(Stream.ofNullable(line.cause()), changed.get().first().stream())
            .collect(Collectors.joining("; "));
    return line.with(
        Stream.concat(Stream.ofNullable(line.methods()), sentence.stream())
            .collect(Collectors.joining("; ")),
        cause.isEmpty() ? null : cause);
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
            .map(line -> isExceeded(line) ? explained.apply(line) : line)
            .toList());
  }

  private static boolean isExceeded(Line line) {
    return line.outcome() == Outcome.FAIL && line.relative();
  }
}
