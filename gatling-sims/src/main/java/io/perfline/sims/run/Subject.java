package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.Project;
import io.perfline.sims.service.LoadedService;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a run is of: a team's own service, or what the workloads load. */
interface Subject {

  /** The project where there is one, else the workloads. */
  static Subject of(Optional<Project> project, Path home) {
    return project.<Subject>map(ProjectSubject::new).orElseGet(() -> new WorkloadSubject(home));
  }

  /** Every case that there is. */
  List<CasePlan> catalogue();

  /** Folder that its runs are in. */
  Path home();

  /** Where its servers are. */
  Environment environment(EnvironmentOption option);

  /** The build that is measured. */
  BuildInfo build(PairedOptions paired) throws InterruptedException;

  /**
   * Makes it ready to be loaded; starts nothing yet.
   *
   * @param folder the run's
   */
  Loaded loaded(Environment environment, Path folder, PairedOptions paired);

  /**
   * It while it is measured.
   *
   * @param environment with the service in it
   * @param end of what was started
   */
  record Loaded(
      Environment environment,
      Simulations simulations,
      LoadedService service,
      PairedSides sides,
      Runnable end)
      implements AutoCloseable {

    @Override
    public void close() {
      end.run();
    }
  }
}
