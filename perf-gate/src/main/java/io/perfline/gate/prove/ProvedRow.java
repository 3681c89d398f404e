package io.perfline.gate.prove;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedCase.Decision;
import io.perfline.gate.prove.ProvedCase.ProvedLimit;
import io.perfline.gate.statistics.HistoryChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdicts on one change of one case.
 *
 * @param change the kind and the size of the change, as the table shows it
 * @param failed the number of failed verdicts, which are false alarms if nothing was changed
 * @param undecided the number of verdicts that were undecided at the end of their load
 * @param noVerdict the number of measurements that were not valid
 * @param detectedBy the number of times that the limit of each metric was exceeded, in descending
 *     order
 * @param medianSeconds the median duration of the measured load, in seconds
 * @param medianChangePercent the median of the changes that the first metric of {@code detectedBy}
 *     measured, in percent; null if there is none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ProvedRow(
    String change,
    @JsonProperty("case") String caseName,
    int verdicts,
    int failed,
    int undecided,
    int noVerdict,
    @JsonProperty("seen_by") Map<String, Long> detectedBy,
    double medianSeconds,
    Double medianChangePercent) {

  /** Returns one row for each change of each case, in the order of the changes. */
  public static List<ProvedRow> of(List<Proved> proved) {
    Map<List<String>, List<ProvedCase>> cases = new LinkedHashMap<>();
    for (Proved each : proved) {
      for (ProvedVerdict verdict : each.verdicts()) {
        for (ProvedCase one : verdict.cases()) {
          String change = each.change().title(one.caseName());
          cases.computeIfAbsent(List.of(change, one.caseName()), key -> new ArrayList<>()).add(one);
        }
      }
    }
    return cases.entrySet().stream()
        .map(row -> of(row.getKey().get(0), row.getKey().get(1), row.getValue()))
        .toList();
  }

  private static ProvedRow of(String change, String caseName, List<ProvedCase> cases) {
    Map<String, Long> detectedBy = detectedBy(cases);
    String first = detectedBy.keySet().stream().findFirst().orElse("");
    double[] changes =
        exceeded(cases)
            .filter(limit -> limit.metric().equals(first) && limit.value() != null)
            .mapToDouble(ProvedLimit::value)
            .toArray();
    return new ProvedRow(
        change,
        caseName,
        cases.size(),
        count(cases, Decision.FAILED),
        count(cases, Decision.UNDECIDED),
        count(cases, Decision.NO_VERDICT),
        detectedBy,
        HistoryChange.median(cases.stream().mapToDouble(ProvedCase::seconds).toArray()),
        changes.length == 0 ? null : (Double) HistoryChange.median(changes));
  }

  private static Stream<ProvedLimit> exceeded(List<ProvedCase> cases) {
    return cases.stream().flatMap(one -> one.limits().stream()).filter(ProvedLimit::exceeded);
  }

  private static Map<String, Long> detectedBy(List<ProvedCase> cases) {
    Map<String, Long> counts =
        exceeded(cases)
            .map(ProvedLimit::metric)
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(one -> sorted.put(one.getKey(), one.getValue()));
    return sorted;
  }

  /** Returns true if nothing was changed, so that a failed verdict is a false alarm. */
  public boolean unchanged() {
    return change.startsWith(ProvedChange.NOTHING);
  }

  private static int count(List<ProvedCase> cases, Decision decision) {
    return (int) cases.stream().filter(one -> one.decision() == decision).count();
  }
}
