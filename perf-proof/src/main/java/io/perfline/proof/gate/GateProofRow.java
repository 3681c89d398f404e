package io.perfline.proof.gate;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.proof.gate.SequentialJudge.Decided;
import io.perfline.proof.gate.SequentialJudge.Decision;
import java.util.List;
import java.util.Objects;

/**
 * What became of one change, as {@code --json} writes it.
 *
 * @param change its size; 0 for the same WAR twice
 * @param kind what was changed
 * @param threshold which threshold was asked
 * @param verdicts how many there were
 * @param red how many of them were red: false alarms where the change is allowed, else detections
 * @param undecided how many were undecided when their load was over
 * @param medianSeconds median of the load that a verdict took, undecided ones with all of theirs
 * @param medianChangePercent median of the change that the gate saw; null when it saw none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record GateProofRow(
    int change,
    String kind,
    String threshold,
    int verdicts,
    int red,
    int undecided,
    double medianSeconds,
    Double medianChangePercent) {

  static GateProofRow of(InjectedChange change, List<Decided> decided) {
    return new GateProofRow(
        change.size(),
        change.kind(),
        change.threshold(),
        decided.size(),
        count(decided, Decision.RED),
        count(decided, Decision.UNDECIDED),
        median(decided.stream().map(Decided::seconds).toList()),
        decided.stream().noneMatch(one -> one.percent() != null)
            ? null
            : median(decided.stream().map(Decided::percent).filter(Objects::nonNull).toList()));
  }

  /** Whether the threshold allows the change, so that red would be a false alarm. */
  boolean allowed() {
    return change == 0
        || (kind.equals(InjectedChange.SERVICE_TIME)
            && change <= InjectedChange.MEDIAN_LIMIT_PERCENT);
  }

  private static int count(List<Decided> decided, Decision decision) {
    return (int) decided.stream().filter(one -> one.decision() == decision).count();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    return n == 0 ? Double.NaN : (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }
}
