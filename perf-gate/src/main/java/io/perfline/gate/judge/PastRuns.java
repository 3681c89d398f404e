package io.perfline.gate.judge;

import java.util.List;
import java.util.Map;

/**
 * The runs of a baseline, by case.
 *
 * @param cases the results of each case, oldest first, by {@link #key}
 * @param leftOut the reason why there are not more runs, for messages; empty without a reason
 * @param kept the location of the history, for messages; empty if there is none
 */
public record PastRuns(Map<String, List<PastCase>> cases, String leftOut, String kept) {

  public PastRuns {
    cases = Map.copyOf(cases);
  }

  public static String key(String name, String target) {
    return RunValidity.name(name, target);
  }

  List<PastCase> of(String name, String target) {
    return cases.getOrDefault(key(name, target), List.of());
  }
}
