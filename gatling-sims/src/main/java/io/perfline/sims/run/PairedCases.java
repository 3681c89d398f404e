package io.perfline.sims.run;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseDetail;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.paired.PairedCasePlan;
import io.perfline.sims.paired.PairedLoad;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Measures the cases that are compared with a baseline, all together.
 *
 * @param folder the run's
 */
record PairedCases(
    PairedOptions options,
    PairedSides sides,
    Path folder,
    Clock clock,
    io.perfline.core.run.StoppingRule judgement) {

  /** Measures all of them in the same deployments; nothing when nothing changed that runs. */
  List<CaseResult> run(List<CasePlan> plans, String profile, Function<CasePlan, Progress> progress)
      throws InterruptedException {
    Optional<String> unchanged = options.unchanged();
    if (unchanged.isPresent()) {
      return plans.stream()
          .map(plan -> unchanged(plan, plan.paces().get(profile), unchanged.get()))
          .toList();
    }
    List<PairedCasePlan> paired =
        plans.stream()
            .map(
                plan ->
                    new PairedCasePlan(
                        plan, plan.paces().get(profile), before(plan), progress.apply(plan)))
            .toList();
    try (PairMeter meter = sides.services().meterOfBoth()) {
      io.perfline.core.run.StoppingRule enough = options.judgement(judgement);
      Profiling profiling = options.profiling(folder, sides, clock);
      return new PairedLoad(sides.contexts(), sides.drivers(), enough, meter, profiling, clock)
          .run(paired, options.seed());
    }
  }

  private CaseResult unchanged(CasePlan plan, Durations durations, String why) {
    Map<String, String> settings = LoadKeys.complete(plan.settings()).asText();
    return FailedCase.of(plan, settings, durations, clock.instant(), List.of())
        .with(new CaseDetail.PairedSlices(List.of(), why));
  }

  private int before(CasePlan plan) {
    return options.addition().map(run -> run.deployments(plan.name())).orElse(0);
  }
}
