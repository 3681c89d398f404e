package io.perfline.sims.comparison;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.DeploymentHistory;
import io.perfline.core.run.Machine;
import io.perfline.core.run.StoppingRule;
import io.perfline.core.run.ToolResults;
import io.perfline.core.run.Unchanged;
import io.perfline.sims.cases.FailedCase;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.paired.CommonClock;
import io.perfline.sims.paired.PairedCasePlan;
import io.perfline.sims.paired.PairedMeasurement;
import io.perfline.sims.paired.PairedProgress;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures all cases that are compared with a baseline.
 *
 * @param addition the run to which the pairs are added; empty for a new one
 * @param folder the folder of the run
 * @param limits end the load when they are decided
 * @param tools reads the results of load tools
 * @param common the timetable of the generators that share the load
 */
public record PairedCases(
    BaselineComparison comparison,
    Optional<RunExtension> addition,
    PairedSides sides,
    Path folder,
    Clock clock,
    StoppingRule limits,
    ToolResults tools,
    CommonClock common) {

  /** Measures all cases in the same deployments; none if both builds are equal. */
  public List<CaseResult> run(
      List<CasePlan> plans,
      String profile,
      Function<CasePlan, Progress> progress,
      PairedProgress deployments,
      Consumer<String> notes)
      throws InterruptedException {
    Optional<String> unchanged = comparison.unchanged();
    if (unchanged.isPresent()) {
      return plans.stream()
          .map(plan -> unchanged(plan, plan.paces().get(profile), unchanged.get()))
          .toList();
    }
    List<PairedCasePlan> paired = paired(plans, profile, progress);
    try (PairMeter meter = sides.services().pair().meter();
        ComparedPrograms programs = new ComparedPrograms(sides.services(), folder, tools, notes)) {
      StoppingRule enough = comparison.stoppingRule(limits);
      Profiling profiling = comparison.profiling(folder, sides, clock);
      return new PairedMeasurement(
              sides.services(),
              sides.drivers(),
              programs::of,
              enough,
              meter,
              profiling,
              clock,
              common)
          .run(paired, common.seed().orElseGet(comparison::order), deployments);
    }
  }

  private List<PairedCasePlan> paired(
      List<CasePlan> plans, String profile, Function<CasePlan, Progress> progress) {
    ProjectServices services = sides.services();
    DeploymentHistory history = new DeploymentHistory(services.project().home());
    String machine = Machine.fingerprint(services.environment().name()).fingerprint();
    return plans.stream()
        .map(
            plan -> {
              Durations pace = plan.paces().get(profile);
              return new PairedCasePlan(
                  plan,
                  pace,
                  before(plan),
                  history.of(machine, settings(plan, pace)),
                  progress.apply(plan));
            })
        .toList();
  }

  /** Returns text that identifies how a case is measured. */
  private static String settings(CasePlan plan, Durations pace) {
    Map<String, String> settings = plan.settings().asText();
    return Machine.digest(
        plan.name(), plan.target().toString(), new TreeMap<>(settings).toString(), "" + pace);
  }

  private CaseResult unchanged(CasePlan plan, Durations durations, String why) {
    Map<String, String> settings = plan.settings().asText();
    return FailedCase.of(plan, settings, durations, clock.instant(), List.of())
        .with(new Unchanged(why));
  }

  private int before(CasePlan plan) {
    return addition.map(run -> run.deployments(plan.name())).orElse(0);
  }
}
