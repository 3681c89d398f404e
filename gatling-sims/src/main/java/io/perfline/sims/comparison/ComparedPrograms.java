package io.perfline.sims.comparison;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.ComparedRuns;
import io.perfline.core.project.Project;
import io.perfline.core.run.ToolResults;
import io.perfline.sims.cases.ProgramRun;
import io.perfline.sims.paired.PairedLoader;
import io.perfline.sims.paired.ProgramPairs;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.SimulationSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The compared loads that are programs. */
final class ComparedPrograms implements AutoCloseable {

  private final Project project;
  private final ProjectServices services;
  private final Path folder;
  private final ToolResults tools;
  private final Consumer<String> notes;
  private final List<ComparedSimulation> simulations = new ArrayList<>();

  /**
   * @param folder of the run
   * @param notes receives how a load is run, if not as usual
   */
  ComparedPrograms(
      ProjectServices services, Path folder, ToolResults tools, Consumer<String> notes) {
    this.project = services.project();
    this.services = services;
    this.folder = folder;
    this.tools = tools;
    this.notes = notes;
  }

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
    ComparedSimulation simulation =
        new ComparedSimulation(project, plan, length, folder.resolve(plan.fileName()), notes);
    simulations.add(simulation);
    return new ProgramPairs(simulation, length, true);
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
              environment.needs(),
              compared.length(),
              elapsed);
        },
        compared.lengthOrDefault(),
        !project.service().isLibrary());
  }

  @Override
  public void close() {
    simulations.forEach(ComparedSimulation::close);
  }
}
