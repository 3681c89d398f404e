package io.perfline.gate.compare;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Second;
import java.util.ArrayList;
import java.util.List;

/**
 * A case that both runs hold.
 *
 * @param before in the earlier run
 * @param now in the later run
 * @param problems why the two can't be compared; empty means they can
 * @param differences figure by figure; empty when they can't be compared
 */
public record CaseComparison(
    CaseResult before, CaseResult now, List<String> problems, List<Difference> differences) {

  public CaseComparison {
    problems = List.copyOf(problems);
    differences = List.copyOf(differences);
  }

  static CaseComparison of(
      CaseResult before, List<Second> secondsBefore, CaseResult now, List<Second> secondsNow) {
    List<String> problems = new ArrayList<>();
    check("the first run", before, problems);
    check("the second run", now, problems);
    if (!before.parameters().equals(now.parameters())) {
      problems.add(
          "its parameters differ: %s, then %s".formatted(before.parameters(), now.parameters()));
    }
    return new CaseComparison(
        before,
        now,
        problems,
        problems.isEmpty() ? differences(before, secondsBefore, now, secondsNow) : List.of());
  }

  private static void check(String run, CaseResult result, List<String> problems) {
    if (!result.valid()) {
      problems.add("not valid in %s: %s".formatted(run, String.join("; ", result.problems())));
    } else if (result.requests() == 0 || result.times().count() == 0) {
      problems.add("nothing came back in " + run);
    } else if (!(result.throughputPerS() >= 0) || Double.isInfinite(result.throughputPerS())) {
      problems.add("its throughput in %s is %s".formatted(run, result.throughputPerS()));
    }
  }

  private static List<Difference> differences(
      CaseResult before, List<Second> secondsBefore, CaseResult now, List<Second> secondsNow) {
    List<Difference> differences = new ArrayList<>();
    differences.add(
        Difference.of(
            "throughput",
            "messages/s",
            before.throughputPerS(),
            now.throughputPerS(),
            Spread.throughput(before.throughputPerS(), secondsBefore),
            Spread.throughput(now.throughputPerS(), secondsNow)));
    for (int percentile : new int[] {50, 95, 99}) {
      differences.add(
          Difference.of(
              "p" + percentile,
              "ms",
              before.times().percentileUs(percentile) / 1000,
              now.times().percentileUs(percentile) / 1000,
              Spread.percentile(percentile, before.times(), secondsBefore),
              Spread.percentile(percentile, now.times(), secondsNow)));
    }
    differences.add(ErrorRates.of(before, now));
    return differences;
  }
}
