package io.perfline.gate.compare;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * Two runs, case by case.
 *
 * @param before the earlier run
 * @param now the later run
 * @param problems why the runs as a whole can't be compared; empty means they can
 * @param cases what both hold
 * @param alone what only one of them holds, in words
 */
public record RunComparison(
    Run before, Run now, List<String> problems, List<CaseComparison> cases, List<String> alone) {

  public RunComparison {
    problems = List.copyOf(problems);
    cases = List.copyOf(cases);
    alone = List.copyOf(alone);
  }

  public static RunComparison of(RunWithSeconds before, RunWithSeconds now) {
    List<CaseComparison> cases = new ArrayList<>();
    List<String> alone = new ArrayList<>();
    for (CaseResult result : now.run().cases()) {
      before
          .same(result)
          .ifPresentOrElse(
              earlier ->
                  cases.add(
                      CaseComparison.of(
                          earlier, before.seconds(earlier), result, now.seconds(result))),
              () -> alone.add(alone(result, now.run())));
    }
    for (CaseResult result : before.run().cases()) {
      if (now.same(result).isEmpty()) {
        alone.add(alone(result, before.run()));
      }
    }
    return new RunComparison(
        before.run(), now.run(), problems(before.run(), now.run(), cases), cases, alone);
  }

  private static String alone(CaseResult result, Run run) {
    return "%s, %s: only in run %s".formatted(result.name(), result.target(), run.run());
  }

  private static List<String> problems(Run before, Run now, List<CaseComparison> cases) {
    List<String> problems = new ArrayList<>();
    if (before.run().equals(now.run())) {
      problems.add("both are run " + now.run() + ": there is nothing to compare");
    }
    if (!before.environment().fingerprint().equals(now.environment().fingerprint())) {
      problems.add(
          ("the two were measured on different machines (%s and %s): differences may be"
                  + " caused by that")
              .formatted(before.environment().fingerprint(), now.environment().fingerprint()));
    }
    if (cases.isEmpty()) {
      problems.add("the two have no case in common");
    }
    return problems;
  }

  /** Whether every case that both hold was compared, on the same machine. */
  public boolean whole() {
    return problems.isEmpty()
        && cases.stream().allMatch(comparison -> comparison.problems().isEmpty());
  }
}
