package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.file.FileTree;
import io.perfline.core.project.Durations;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.TextSyntax;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.SessionValues;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.gatling.GatlingTurns;
import io.perfline.sims.gatling.UserSimulation;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.SimulationSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Measures one case with a team's own Gatling simulation. */
public record SimulationRunner(
    Project project, Environment environment, Path folder, Map<String, ProcessHandle> servers)
    implements CaseRunner {

  /** The name of the driver in plans. */
  static final String DRIVER = "simulation";

  @Override
  public void check(CasePlan plan) {
    GatlingSimulation simulation = simulation(plan);
    properties(simulation, new Durations(null, null));
    SimulationClassPath.of(project, simulation).check();
  }

  @Override
  public List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException {
    Map<String, String> requests = new LinkedHashMap<>();
    simulation(plan)
        .requests()
        .forEach(name -> requests.put(plan.caseOf(GatlingSimulation.part(name)), name));
    return run(plan, durations, requests, elapsed -> progress.tick(elapsed, Double.NaN, 0));
  }

  /**
   * Runs the simulation once for a comparison, and removes its files.
   *
   * @throws Fault exit code 3 if the measurement is invalid
   */
  public CaseResult once(CasePlan plan, Durations durations, Consumer<Duration> elapsed)
      throws InterruptedException {
    return valid(run(plan, durations, Map.of(), elapsed).get(0));
  }

  /**
   * Runs the simulation once for a comparison in a JVM for several runs, and removes what it wrote.
   *
   * @throws Fault (no verdict) if it has not validly measured
   */
  public CaseResult turn(
      CasePlan plan, Durations durations, GatlingTurns turns, Consumer<Duration> elapsed)
      throws InterruptedException {
    return valid(
        simulation(plan, durations, Map.of())
            .turn(turns, folder.resolve(plan.simulation()), parameters(plan), elapsed));
  }

  private CaseResult valid(CaseResult whole) {
    if (!whole.valid()) {
      throw Fault.noVerdict(String.join("; ", whole.problems()));
    }
    clear();
    return whole;
  }

  /** Removes the results. */
  public void clear() {
    try {
      FileTree.delete(folder);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot remove the results of a run in %s: %s".formatted(folder, e), e);
    }
  }

  private List<CaseResult> run(
      CasePlan plan, Durations durations, Map<String, String> requests, Consumer<Duration> elapsed)
      throws InterruptedException {
    return simulation(plan, durations, requests)
        .run(folder.resolve(plan.simulation()), parameters(plan), servers, elapsed);
  }

  private UserSimulation simulation(
      CasePlan plan, Durations durations, Map<String, String> requests) {
    GatlingSimulation simulation = simulation(plan);
    return new UserSimulation(
        plan.name(),
        plan.target().toString(),
        simulation.type(),
        SimulationClassPath.of(project, simulation).entries(),
        properties(simulation, durations),
        requests,
        durations.warmUp(),
        simulation.within());
  }

  private static GatlingSimulation simulation(CasePlan plan) {
    return ((SimulationSpec) plan.load()).simulation();
  }

  /** Returns the system properties from the file, and those that describe the run. */
  private Map<String, String> properties(GatlingSimulation simulation, Durations durations) {
    SessionValues values = new SessionValues(null, 0, new RowNumbers(), 0);
    values.save(GatlingSimulation.URL, environment.service().toString());
    ProcessVariables variables = new ProcessVariables(project.file(), System.getenv());
    Map<String, String> all = new TreeMap<>();
    all.put("perfline.url", environment.service().toString());
    if (durations.duration() != null) {
      all.put("perfline.warm_up", Long.toString(durations.warmUp().toSeconds()));
      all.put("perfline.duration", Long.toString(durations.duration().toSeconds()));
    }
    simulation
        .properties()
        .forEach(
            (name, text) ->
                all.put(
                    name,
                    new CompiledText(
                            text, TextSyntax.PLAIN, Set.of(GatlingSimulation.URL), variables)
                        .text(values)));
    return all;
  }
}
