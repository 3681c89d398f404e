package io.perfline.gate.judge;

import java.util.List;
import java.util.Map;

/**
 * The runs that a baseline stands for, case by case.
 *
 * @param cases what each case measured, oldest first, by {@link #key}
 * @param leftOut why there are not more, for people; empty when there is nothing to say
 * @param kept where they are kept, for people; empty when there is none
 */
public record PastRuns(Map<String, List<PastCase>> cases, String leftOut, String kept) {

  public PastRuns {
    cases = Map.copyOf(cases);
  }

  /** What a case is found by. */
  public static String key(String name, String target) {
    return RunValidity.name(name, target);
  }

  List<PastCase> of(String name, String target) {
    return cases.getOrDefault(key(name, target), List.of());
  }
}
