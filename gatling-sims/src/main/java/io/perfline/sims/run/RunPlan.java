package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.Variables;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.RunBaseline;
import io.perfline.deploy.stack.StackDirectory;
import io.perfline.sims.cases.Simulations;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.comparison.PairedSides;
import io.perfline.sims.service.BuiltService;
import io.perfline.sims.service.LoadedService;
import io.perfline.sims.service.NoService;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The subject of a run: the service of a {@code perf.yml}, and the loads on it and on its servers.
 *
 * @param project without a service if there is no {@code perf.yml}
 * @param home the folder of the local stack
 */
public record RunPlan(Project project, Path home, Simulations simulations) {

  private static final String COMMIT = "[0-9a-f]{40}";

  /**
   * Creates the plan of a project, or of servers only.
   *
   * @param home the folder of the local stack, and of the project if no file names one
   */
  public static RunPlan of(Project project, Path home) {
    return new RunPlan(project, home, Simulations.of(project, System.getenv()));
  }

  public List<CasePlan> catalogue() {
    return simulations.catalogue();
  }

  /** Returns the environment file of the servers; empty if the project has none. */
  public Optional<Path> servers(EnvironmentOption option) {
    boolean needed = project.service() == null || project.service().war() != null;
    return needed || project.environment() != null
        ? Optional.of(option.file(home, project.environment()))
        : option.given();
  }

  /** Returns the environment of the servers. */
  public Environment environment(EnvironmentOption option) {
    return servers(option)
        .map(file -> Environment.load(file, Variables.of(home, System.getenv())))
        .orElseGet(() -> Environment.named(project.name()));
  }

  /** Returns the build under test; for a remote service, by the commit that it reports. */
  public BuildInfo build(BaselineComparison paired) throws InterruptedException {
    BuildInfo here = BuildInfo.ofProject(paired.candidateFolder(project.home()), System.getenv());
    ServiceUnderTest service = project.service();
    if (service == null || service.url() == null || service.commit() == null) {
      return here;
    }
    try {
      String authorization = project.authorization(System.getenv());
      String commit = new HttpProbe(service.url(), authorization).commit(service.commit());
      return commit.matches(COMMIT) ? new BuildInfo(here.number(), here.branch(), commit) : here;
    } catch (Fault invalid) { // The cases will report it.
      return here;
    }
  }

  /** Prepares the service for the load; starts nothing yet. */
  Started loaded(Environment environment, Path folder, BaselineComparison paired) {
    if (project.service() == null) {
      if (paired.compared() != null) {
        throw Fault.configuration(
            "%s: there is none, so nothing can be compared: 'perfline init' writes one"
                .formatted(project.file()));
      }
      return new Started(
          environment, simulations.on(() -> with(Map.of())), new NoService(), null, () -> {});
    }
    Map<String, ProcessHandle> stack = StackDirectory.processes(home);
    BuiltService candidate = paired.candidate(project);
    BuiltService baseline = paired.baseline(project).orElse(null);
    ProjectServices services =
        new ProjectServices(
            project,
            environment,
            candidate,
            baseline,
            folder,
            stack,
            home,
            paired.slowed().proxies());
    services.check();
    return new Started(
        services.environment(),
        simulations.on(() -> with(services.processes())),
        services,
        new PairedSides(simulations::ofPaired, services),
        services::close);
  }

  /** Adds the processes of the local stack. */
  private Map<String, ProcessHandle> with(Map<String, ProcessHandle> own) {
    Map<String, ProcessHandle> all = StackDirectory.processes(home);
    own.forEach(
        (name, process) -> {
          if (!all.containsValue(process)) {
            all.put(name, process);
          }
        });
    return all;
  }

  /**
   * The services and servers of a run.
   *
   * @param environment the environment with the service
   * @param sides null if no builds can be compared
   * @param end stops everything that was started
   */
  record Started(
      Environment environment,
      Simulations simulations,
      LoadedService service,
      PairedSides sides,
      Runnable end)
      implements AutoCloseable {

    /**
     * Returns the baseline with labels: equal builds, and files that both builds shared although
     * their commits differ in them.
     */
    RunBaseline labelled(RunBaseline compared) {
      if (sides == null || compared == null) {
        return compared;
      }
      List<String> shared = sides.services().pair().notCompared();
      List<String> warnings = new ArrayList<>(compared.warnings());
      if (!shared.isEmpty()) {
        warnings.add(
            "changed, but both builds ran with the candidate's in one Tomcat: "
                + String.join(", ", shared));
      }
      List<Path> equal = sides.services().pair().equalDespiteSources();
      if (!equal.isEmpty()) {
        warnings.add(
            ("sources differ, but both builds were started with the same files, %s among them: name"
                    + " 'artifact' or 'commit' under 'service' in perf.yml")
                .formatted(equal.get(equal.size() - 1)));
      }
      sides.services().pair().sharedDatabases().ifPresent(warnings::add);
      RunBaseline named = compared.with(compared.differs(), warnings);
      return isEqual(compared.digests()) ? named.ofEqualBuilds() : named;
    }

    /** Compares content, because equal builds of two commits may report different versions. */
    private boolean isEqual(RunBaseline.Digests digests) {
      boolean equal = digests != null && digests.areEqual();
      return sides.services().pair().equalBuilds()
          || (equal && sides.services().pair().measuresEqualBuilds());
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
