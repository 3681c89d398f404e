package io.perfline.sims.cases;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.sims.workload.CasePlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Creates the result of a case without load. */
public final class FailedCase {

  private FailedCase() {}

  public static List<CaseResult> all(
      CasePlan plan,
      Map<String, String> parameters,
      Durations durations,
      Instant now,
      List<String> problems) {
    CaseResult whole = of(plan, parameters, durations, now, problems);
    return Stream.concat(
            Stream.of(whole), plan.parts().stream().map(part -> whole.withName(plan.caseOf(part))))
        .toList();
  }

  /**
   * @param parameters the settings, see {@link CaseRunner#parameters}
   * @param problems the reasons why there was no load
   */
  public static CaseResult of(
      CasePlan plan,
      Map<String, String> parameters,
      Durations durations,
      Instant now,
      List<String> problems) {
    return CaseResult.of(plan.name(), plan.target().toString())
        .withParameters(parameters)
        .withPeriod(now, now, durations.warmUp().toMillis())
        .withGenerator(new Generator(0, null, 0, 0))
        .withProblems(problems);
  }
}
