package io.perfline.gate.prove;

import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedCase.Decision;
import io.perfline.gate.prove.ProvedCase.ProvedLimit;
import io.perfline.gate.statistics.HistoryChange;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The smallest change of a metric that the verdicts on a case detected.
 *
 * @param limits the results for the threshold on equal builds, one for each valid verdict
 * @param smallest by kind of change, the smallest one in percent that exceeded the limit in every
 *     valid verdict; without kinds of which no change did
 */
record DetectableChange(
    String caseName,
    String threshold,
    String metric,
    List<ProvedLimit> limits,
    Map<String, Integer> smallest) {

  /** Returns one element for each case and threshold that was measured on equal builds. */
  static List<DetectableChange> of(List<Proved> proved) {
    Map<List<String>, DetectableChange> all = new LinkedHashMap<>();
    proved.stream()
        .filter(each -> each.change().isNone())
        .flatMap(each -> cases(each))
        .forEach(
            one ->
                one.limits()
                    .forEach(
                        limit ->
                            all.computeIfAbsent(
                                List.of(one.caseName(), limit.threshold()),
                                key -> of(one.caseName(), limit, proved))));
    return List.copyOf(all.values());
  }

  private static DetectableChange of(String caseName, ProvedLimit limit, List<Proved> proved) {
    Map<String, Integer> smallest = new LinkedHashMap<>();
    for (Proved each : proved) {
      ProvedChange change = each.change();
      if (change.isOf(caseName) && change.percent() > 0) {
        List<ProvedCase> valid =
            cases(each)
                .filter(one -> one.caseName().equals(caseName))
                .filter(one -> one.decision() != Decision.NO_VERDICT)
                .toList();
        if (!valid.isEmpty() && valid.stream().allMatch(one -> exceeds(one, limit))) {
          smallest.merge(change.kind(), change.percent(), Math::min);
        }
      }
    }
    return new DetectableChange(
        caseName, limit.threshold(), limit.metric(), onEqual(caseName, limit, proved), smallest);
  }

  private static boolean exceeds(ProvedCase one, ProvedLimit limit) {
    return one.limits().stream()
        .anyMatch(each -> each.threshold().equals(limit.threshold()) && each.exceeded());
  }

  private static List<ProvedLimit> onEqual(
      String caseName, ProvedLimit limit, List<Proved> proved) {
    return proved.stream()
        .filter(each -> each.change().isNone())
        .flatMap(DetectableChange::cases)
        .filter(one -> one.caseName().equals(caseName))
        .filter(one -> one.decision() != Decision.NO_VERDICT)
        .flatMap(one -> one.limits().stream())
        .filter(each -> each.threshold().equals(limit.threshold()))
        .toList();
  }

  private static Stream<ProvedCase> cases(Proved proved) {
    return proved.verdicts().stream().flatMap(verdict -> verdict.cases().stream());
  }

  /** Returns the kinds of changes that were made on purpose. */
  static Set<String> kinds(List<Proved> proved) {
    Set<String> kinds = new LinkedHashSet<>();
    proved.stream()
        .map(Proved::change)
        .filter(change -> !change.isNone() && change.percent() > 0)
        .forEach(change -> kinds.add(change.kind()));
    return kinds;
  }

  /**
   * Returns the median of half the interval on equal builds, in percent; NaN if there is no
   * interval.
   */
  double plusMinus() {
    return HistoryChange.median(
        limits.stream().mapToDouble(ProvedLimit::half).filter(Double::isFinite).toArray());
  }
}
