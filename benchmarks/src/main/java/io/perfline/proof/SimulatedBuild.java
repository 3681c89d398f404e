package io.perfline.proof;

import io.perfline.gate.statistics.LineError;
import io.perfline.proof.SimulatedLine.Decision;
import io.perfline.proof.SimulatedLine.Limit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Simulates a comparison. All cases are measured in the same deployments and analyzed after every
 * two of them, until all limits of a case are decided or a limit of any case is exceeded, as in
 * {@code PairedMeasurement} and {@code PairedDecision}.
 */
final class SimulatedBuild {

  /** The number of pairs of a case per deployment. */
  static final int PAIRS = 10;

  /** The largest number of deployments, unless a budget limits it. */
  static final int DEPLOYMENTS = 36;

  /** The outcome of a build, as in its exit code. */
  enum Outcome {
    FAILED,
    PASSED,
    UNDECIDED,
    NO_VERDICT
  }

  /**
   * @param deployments the number of deployments that the decision took
   */
  record Ended(Outcome outcome, int deployments) {}

  private SimulatedBuild() {}

  /**
   * @param changes the change of each limit's metric, as a fraction
   * @param error the error rates of each limit
   * @param most the largest number of deployments
   */
  static Ended of(
      List<Limit> limits,
      BuildNoise noise,
      ToDoubleFunction<Limit> changes,
      LineError error,
      int most,
      RandomGenerator random) {
    List<List<SimulatedLine>> open =
        new ArrayList<>(
            limits.stream()
                .collect(
                    Collectors.groupingBy(
                        Limit::caseName,
                        Collectors.mapping(
                            limit ->
                                new SimulatedLine(
                                    limit, noise, changes.applyAsDouble(limit), error, random),
                            Collectors.toList())))
                .values());
    Set<Decision> undecided = EnumSet.noneOf(Decision.class);
    int deployments = 0;
    while (deployments < most && !open.isEmpty()) {
      deployments += 2;
      undecided.clear();
      List<List<SimulatedLine>> decided = new ArrayList<>();
      for (List<SimulatedLine> lines : open) {
        Set<Decision> decisions = analysed(lines);
        if (decisions.contains(Decision.BEYOND)) {
          return new Ended(Outcome.FAILED, deployments);
        }
        if (decisions.equals(Set.of(Decision.WITHIN))) {
          decided.add(lines);
        } else {
          undecided.addAll(decisions);
        }
      }
      open.removeAll(decided);
    }
    return new Ended(outcome(open, undecided), deployments);
  }

  private static Set<Decision> analysed(List<SimulatedLine> lines) {
    Set<Decision> decisions = EnumSet.noneOf(Decision.class);
    for (SimulatedLine line : lines) {
      line.deploy();
      line.deploy();
      decisions.add(line.decide());
    }
    return decisions;
  }

  private static Outcome outcome(Collection<?> open, Set<Decision> undecided) {
    if (open.isEmpty()) {
      return Outcome.PASSED;
    }
    return undecided.contains(Decision.LIKELY) ? Outcome.NO_VERDICT : Outcome.UNDECIDED;
  }
}
