package io.perfline.gate.text;

import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command that measures cases with exceeded limits again. */
public final class Reproduction {

  private static final String DEFAULT_PROFILE = "commit";

  private Reproduction() {}

  /**
   * Returns the command.
   *
   * @param baseline the baseline of the run; null if there is none
   */
  public static String command(Verdict verdict, RunBaseline baseline) {
    List<Line> failed = verdict.lines(Outcome.FAIL);
    String cases =
        failed.stream()
            .map(Line::caseName)
            .filter(name -> !name.contains("*"))
            .distinct()
            .map(name -> name.matches("[\\w./:=-]+") ? name : "'" + name + "'")
            .collect(Collectors.joining(" --only "));
    Optional<String> commit = baselineCommit(verdict, baseline);
    String profile = Run.wholeProfile(verdict.profile());
    return "perfline ci"
        + (cases.isEmpty() ? "" : " --only " + cases)
        + (profile.equals(DEFAULT_PROFILE) ? "" : " --profile " + profile)
        + commit.map(name -> " --against " + name).orElse("");
  }

  /**
   * Returns the abbreviated commit with which the worst exceeded limit was compared, because a
   * second comparison of the run has another baseline than the first; empty if it isn't known.
   */
  public static Optional<String> baselineCommit(Verdict verdict, RunBaseline baseline) {
    return VerdictText.failing(verdict).values().stream()
        .flatMap(List::stream)
        .filter(line -> line.relative() || line.finding() == Finding.SERVER_ENDED)
        .findFirst()
        .flatMap(
            line ->
                commit(line)
                    .or(
                        () ->
                            Optional.ofNullable(baseline)
                                .filter(known -> known.commit() != null)
                                .map(RunBaseline::nameOf)));
  }

  private static Optional<String> commit(Line line) {
    return line.relative() && line.baseline().origin() instanceof BaselineContent.Build build
        ? Optional.ofNullable(build.commit())
        : Optional.empty();
  }
}
