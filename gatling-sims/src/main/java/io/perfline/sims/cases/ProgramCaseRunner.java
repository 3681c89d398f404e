package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ComparedRuns;
import io.perfline.core.project.Durations;
import io.perfline.core.project.Project;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ToolResults;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.ProgramSpec;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Measures one case with a single run of a program.
 *
 * @param folder the folder of the run
 */
record ProgramCaseRunner(Project project, Environment environment, Path folder, ToolResults tools)
    implements CaseRunner {

  /** The name of the driver in plans. */
  static final String DRIVER = "program";

  @Override
  public void check(CasePlan plan) {
    // Nothing to check: if the shell does not find the program, its message becomes the case's
    // problem.
  }

  @Override
  public List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException {
    ProgramSpec spec = (ProgramSpec) plan.load();
    ComparedRuns compared = spec.program().compare();
    Duration length = durations.duration();
    if (compared != null && compared.length() != null) {
      length = compared.length();
    }
    URI url = project.service().isLibrary() ? null : environment.service();
    try {
      CaseResult result =
          new ProgramRun(spec.program(), project.home(), folder.resolve(plan.fileName()), tools)
              .run(
                  plan.target().toString(),
                  url,
                  project.home(),
                  environment.needs(),
                  length,
                  elapsed -> progress.tick(elapsed, Double.NaN, 0));
      return List.of(result.withParameters(parameters(plan)));
    } catch (Fault e) {
      throw new DriverException(e.getMessage(), e);
    }
  }
}
