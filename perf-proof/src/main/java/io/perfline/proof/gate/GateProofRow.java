package io.perfline.proof.gate;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.proof.gate.GateProof.IngressVerdict;
import io.perfline.proof.gate.GateProof.IngressVerdict.Decision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of one change at one entry point, as {@code --json} writes it.
 *
 * @param change kind and size, as the table shows it
 * @param way the entry point
 * @param verdicts how many there were
 * @param red how many of them failed: false alarms where nothing was changed
 * @param undecided how many were undecided when their load was over
 * @param noVerdict how many were not validly measured
 * @param seenBy how often each threshold was exceeded, the most frequent one first
 * @param medianSeconds median of the load that a verdict took
 * @param medianChangePercent median of the change that the first of {@code seenBy} saw; null when
 *     none saw any
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record GateProofRow(
    String change,
    String way,
    int verdicts,
    int red,
    int undecided,
    int noVerdict,
    Map<String, Long> seenBy,
    double medianSeconds,
    Double medianChangePercent) {

  static GateProofRow of(String change, SlowedIngress ingress, List<IngressVerdict> verdicts) {
    Map<String, Long> seenBy = seenBy(verdicts);
    String first = seenBy.keySet().stream().findFirst().orElse("");
    List<Double> changes =
        verdicts.stream()
            .map(ingressVerdict -> ingressVerdict.broken().get(first))
            .filter(Objects::nonNull)
            .toList();
    return new GateProofRow(
        change,
        ingress.word(),
        verdicts.size(),
        count(verdicts, Decision.RED),
        count(verdicts, Decision.UNDECIDED),
        count(verdicts, Decision.NO_VERDICT),
        seenBy,
        median(verdicts.stream().map(IngressVerdict::seconds).toList()),
        changes.isEmpty() ? null : (Double) median(changes));
  }

  private static Map<String, Long> seenBy(List<IngressVerdict> verdicts) {
    Map<String, Long> counts =
        verdicts.stream()
            .flatMap(ingressVerdict -> ingressVerdict.broken().keySet().stream())
            .collect(Collectors.groupingBy(id -> id, TreeMap::new, Collectors.counting()));
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(one -> sorted.put(one.getKey(), one.getValue()));
    return sorted;
  }

  /** Whether nothing was changed, so that red is a false alarm. */
  boolean unchanged() {
    return change.equals(InjectedChange.NOTHING);
  }

  private static int count(List<IngressVerdict> verdicts, Decision decision) {
    return (int)
        verdicts.stream().filter(ingressVerdict -> ingressVerdict.decision() == decision).count();
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    return n == 0 ? Double.NaN : (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }
}
