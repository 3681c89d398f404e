package io.perfline.gate.prove;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * A compared case of a verdict.
 *
 * @param decision the decision on all of its limits
 * @param problem the reason why there is no verdict; null if there is one
 * @param seconds the duration of the measured load on both builds, in seconds
 * @param limits the limits on changes, one for each metric
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ProvedCase(
    String caseName, Decision decision, String problem, double seconds, List<ProvedLimit> limits) {

  private static final String PAIRED = "paired/";

  public enum Decision {
    PASSED,
    FAILED,
    UNDECIDED,
    NO_VERDICT
  }

  /**
   * A limit on a change.
   *
   * @param limit the limit in percent
   * @param exceeded true if the limit is confirmed to be exceeded
   * @param value the change in percent; null if it was not measured
   * @param low the lower end of its interval in percent; null if it has none, or if the metric
   *     counts rare events, whose interval does not tell how small a change can be detected
   * @param high the upper end of its interval in percent; null like {@code low}
   * @param samples the number of pairs
   */
  public record ProvedLimit(
      String threshold,
      String metric,
      double limit,
      boolean exceeded,
      Double value,
      Double low,
      Double high,
      long samples) {

    static ProvedLimit of(Line line) {
      boolean rare = line.knownMetric().filter(Metric::rare).isPresent();
      boolean interval = !rare && line.interval() != null && line.interval().hasBothEnds();
      return new ProvedLimit(
          line.threshold(),
          line.metric(),
          line.bound().orElseThrow(),
          line.finding() == Finding.EXCEEDED,
          line.value(),
          interval ? line.interval().low() : null,
          interval ? line.interval().high() : null,
          line.samples());
    }

    /** Returns true if the change is a difference in the metric's own unit. */
    boolean isDifference() {
      return Metric.of(metric).filter(Metric::difference).isPresent();
    }

    /** Returns half of the interval in percent; NaN if there is none. */
    double half() {
      return low == null
          ? Double.NaN
          : 100 * Math.expm1((Math.log1p(high / 100) - Math.log1p(low / 100)) / 2);
    }
  }

  /** Returns all compared cases, including those that were planned but not measured. */
  static List<ProvedCase> of(Verdict verdict, Run run) {
    return Stream.concat(
            run.cases().stream().map(CaseResult::name),
            verdict.lines().stream()
                .filter(line -> !line.finding().elsewhere())
                .map(Line::caseName))
        .filter(name -> name.startsWith(PAIRED) && !name.contains("*"))
        .distinct()
        .map(name -> of(verdict, run, name))
        .toList();
  }

  private static ProvedCase of(Verdict verdict, Run run, String name) {
    List<Line> lines =
        verdict.lines().stream()
            .filter(line -> line.caseName().equals(name))
            .filter(line -> line.outcome() != Outcome.NOT_IN_PROFILE) // can't be measured here
            .toList();
    String problem =
        verdict.problems().isEmpty()
            ? lines.stream()
                .filter(Line::measuredInvalidly)
                .map(Line::reasonWithMethods)
                .findFirst()
                .orElse(null)
            : verdict.problems().get(0);
    boolean none = lines.isEmpty() || problem != null;
    return new ProvedCase(
        name,
        none ? Decision.NO_VERDICT : decision(lines),
        lines.isEmpty() && problem == null ? "no limit applies to it" : problem,
        run.cases().stream()
            .filter(result -> result.name().equals(name))
            .flatMap(result -> result.pairs().stream())
            .mapToDouble(ProvedCase::seconds)
            .sum(),
        lines.stream()
            .filter(Line::relative)
            .filter(Line::inPercent)
            .map(ProvedLimit::of)
            .toList());
  }

  /** Returns the decision that follows from all lines, in the same way as the gate's verdict. */
  private static Decision decision(List<Line> lines) {
    return switch (Verdict.outcomeOf(List.of(), lines)) {
      case PASS -> Decision.PASSED;
      case FAIL -> Decision.FAILED;
      case WARN, INVALID, NOT_IN_PROFILE -> Decision.UNDECIDED;
    };
  }

  private static double seconds(SlicePair pair) {
    return pair.candidate().seconds() + pair.baseline().seconds();
  }
}
