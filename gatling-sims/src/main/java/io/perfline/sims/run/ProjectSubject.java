package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.service.ServiceAnswers;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A team's own service, as its {@code perf.yml} says. */
final class ProjectSubject implements Subject {

  private static final String COMMIT = "[0-9a-f]{40}";
  private final Project project;
  private final Map<String, Driver> drivers;

  ProjectSubject(Project project) {
    this.project = project;
    drivers = ProjectDrivers.of(project, System.getenv());
  }

  @Override
  public List<CasePlan> catalogue() {
    return ProjectCases.of(project, drivers);
  }

  @Override
  public Path home() {
    return project.home();
  }

  /** Only a WAR needs more servers than itself. */
  @Override
  public Environment environment(EnvironmentOption option) {
    return project.service().war() != null || option.given().isPresent()
        ? option.load()
        : Environment.named(project.name());
  }

  /** What runs elsewhere is of the commit that it says, whatever is checked out here. */
  @Override
  public BuildInfo build(PairedOptions paired) throws InterruptedException {
    BuildInfo here = BuildInfo.ofProject(paired.candidateFolder(project.home()), System.getenv());
    ServiceUnderTest service = project.service();
    if (service.url() == null || service.commit() == null) {
      return here;
    }
    try {
      String authorization = project.authorization(System.getenv());
      String said = new ServiceAnswers(service.url(), authorization).commit(service.commit());
      return said.matches(COMMIT) ? new BuildInfo(here.number(), here.branch(), said) : here;
    } catch (Fault notThere) { // which the cases will tell
      return here;
    }
  }

  @Override
  public Loaded loaded(Environment environment, Path folder, PairedOptions paired) {
    Map<String, ProcessHandle> stack =
        LocalServers.of(Path.of(System.getProperty("perf.home", ".")));
    ProjectServices services =
        new ProjectServices(
            project,
            environment,
            paired.candidateFolder(project.home()),
            paired.folder(),
            folder,
            stack);
    return new Loaded(
        services.environment(),
        Simulations.of(project, drivers, services::processes),
        services,
        new ProjectSides(drivers, services),
        services::close);
  }
}
