package io.perfline.gate.judge;

import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges again the absolute limits that could not be judged because other processes used the
 * machine. Such a limit warns if all comparisons of its case are decided, because they show whether
 * the commit made the case slower; otherwise it stays without a verdict.
 */
final class BusyMachine {

  private static final String PAIRED = "paired/";

  /** The findings of comparisons that are decided, whatever the outcome. */
  private static final Set<Finding> DECIDED =
      EnumSet.of(
          Finding.WITHIN_PASS,
          Finding.WORSE_WITHIN_PASS,
          Finding.WITHIN_WARN,
          Finding.WAIVED,
          Finding.EXCEEDED,
          Finding.UNCHANGED);

  private final Set<String> absolute;
  private final Map<String, List<JudgedLine>> comparisons;

  BusyMachine(Thresholds thresholds, List<JudgedLine> lines) {
    Set<String> paired = ids(thresholds, thresholds::inPairs);
    absolute = ids(thresholds, limit -> !limit.relative());
    comparisons =
        lines.stream()
            .filter(line -> paired.contains(line.threshold()))
            .filter(line -> line.outcome() != Outcome.NOT_IN_PROFILE)
            .collect(Collectors.groupingBy(JudgedLine::caseName));
  }

  private static Set<String> ids(Thresholds thresholds, Predicate<Threshold> wanted) {
    return thresholds.thresholds().stream()
        .filter(wanted)
        .map(Threshold::id)
        .collect(Collectors.toSet());
  }

  /** Returns the line, or a warning in its place. */
  JudgedLine judged(JudgedLine line) {
    return absolute.contains(line.threshold()) && isDisturbed(line) && isCompared(line.caseName())
        ? line.with(Finding.BUSY_MACHINE, line.reason())
        : line;
  }

  /** Returns true if a known use of the machine is the only reason why the limit is not judged. */
  private static boolean isDisturbed(JudgedLine line) {
    return line.finding() == Finding.NOT_MEASURED
        && line.reason() instanceof Reason.Without without
        && without.problems().stream()
            .allMatch(
                problem ->
                    problem.kind() == Kind.BUSY_MACHINE
                        && Double.isFinite((Double) problem.figures().get(0)));
  }

  /**
   * Returns true if the case has comparisons, and all are decided. Those of {@code home}, {@code
   * home/get_search} and {@code http/home} are those of {@code paired/home}.
   */
  private boolean isCompared(String name) {
    List<JudgedLine> own =
        Stream.concat(Stream.of(name), Stream.of(name.split("/")).map(PAIRED::concat))
            .flatMap(each -> comparisons.getOrDefault(each, List.of()).stream())
            .toList();
    return !own.isEmpty() && own.stream().allMatch(line -> DECIDED.contains(line.finding()));
  }
}
