package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.ComparedRuns;
import io.perfline.core.project.Durations;
import io.perfline.core.project.Project;
import io.perfline.core.run.ToolResults;
import io.perfline.sims.paired.PairedLoader;
import io.perfline.sims.paired.ProgramPairs;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.SimulationSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The compared loads that are programs.
 *
 * @param folder the folder of the run
 */
record ComparedPrograms(Project project, ProjectServices services, Path folder, ToolResults tools) {

  /** The warm-up of Gatling itself: the first requests of its JVM are slow. */
  private static final Duration GATLING_STARTS = Duration.ofSeconds(2);

  /** Returns the load of a paired case; empty if a driver generates it. */
  Optional<PairedLoader> of(CasePlan plan) {
    if (plan.load() instanceof ProgramSpec spec) {
      return Optional.of(pairs(plan, spec));
    } else if (plan.load() instanceof SimulationSpec spec) {
      return Optional.of(pairs(plan, spec));
    }
    return Optional.empty();
  }

  private PairedLoader pairs(CasePlan plan, SimulationSpec spec) {
    Duration length = spec.simulation().compare().length();
    Path work = folder.resolve(plan.fileName());
    return new ProgramPairs(
        (endpoints, candidate, elapsed) ->
            new SimulationRunner(
                    project,
                    candidate ? endpoints.candidate() : endpoints.baseline(),
                    work,
                    Map.of())
                .once(plan, new Durations(GATLING_STARTS, length), elapsed),
        length,
        true);
  }

  private PairedLoader pairs(CasePlan plan, ProgramSpec spec) {
    ComparedRuns compared = spec.program().compare();
    Path work = folder.resolve(plan.fileName());
    ProgramRun run = new ProgramRun(spec.program(), project.home(), work, tools);
    return new ProgramPairs(
        (endpoints, candidate, elapsed) -> {
          Environment environment = candidate ? endpoints.candidate() : endpoints.baseline();
          URI url = project.service().isLibrary() ? null : environment.service();
          return run.run(
              plan.target().toString(),
              url,
              services.builds().folder(candidate),
              compared.length(),
              elapsed);
        },
        compared.lengthOrUsual(),
        !project.service().isLibrary());
  }
}
