package io.perfline.proof.gate;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the gate said about one way in.
 *
 * @param broken by how many percent the gate saw it change, by the threshold that is broken
 * @param seconds of load that it took, of both sides
 * @param problem why there is no verdict; empty when there is one
 */
record IngressVerdict(
    Decision decision, Map<String, Double> broken, double seconds, Optional<String> problem) {

  enum Decision {
    KEPT,
    RED,
    UNDECIDED,
    NO_VERDICT
  }

  static IngressVerdict of(Verdict verdict, Run run, SlowedIngress ingress) {
    List<Line> lines =
        verdict.lines().stream()
            .filter(line -> line.caseName().equals(ingress.pairedCase()))
            .toList();
    return new IngressVerdict(
        decision(lines),
        lines.stream()
            .filter(line -> line.finding() == Finding.BROKEN)
            .collect(Collectors.toMap(Line::threshold, Line::value)),
        run.cases().stream()
            .filter(result -> result.name().equals(ingress.pairedCase()))
            .mapToDouble(IngressVerdict::seconds)
            .sum(),
        lines.stream().filter(IngressVerdict::spoilt).map(Line::reason).findFirst());
  }

  /** In a few words. */
  String told() {
    return decision
        + (broken.isEmpty() ? "" : " by " + String.join(", ", broken.keySet()))
        + problem.map(": "::concat).orElse("");
  }

  /** As the gate sums up all lines: what was not measured might hide anything. */
  private static Decision decision(List<Line> lines) {
    if (lines.isEmpty() || lines.stream().anyMatch(IngressVerdict::spoilt)) {
      return Decision.NO_VERDICT;
    }
    if (lines.stream().anyMatch(line -> line.outcome() == Outcome.FAIL)) {
      return Decision.RED;
    }
    return lines.stream().allMatch(line -> line.outcome() == Outcome.PASS)
        ? Decision.KEPT
        : Decision.UNDECIDED;
  }

  private static boolean spoilt(Line line) {
    return line.outcome() == Outcome.INVALID && !line.finding().open();
  }

  private static double seconds(CaseResult result) {
    return result.pairs().stream().mapToDouble(IngressVerdict::seconds).sum();
  }

  private static double seconds(SlicePair pair) {
    return pair.candidate().seconds() + pair.baseline().seconds();
  }
}
