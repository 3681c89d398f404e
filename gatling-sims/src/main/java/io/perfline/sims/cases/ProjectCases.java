package io.perfline.sims.cases;

import io.perfline.core.project.ComparedRuns;
import io.perfline.core.project.CustomDriverLoad;
import io.perfline.core.project.DrivenLoad;
import io.perfline.core.project.Durations;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.PlannedLoad;
import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.run.CaseResult;
import io.perfline.core.yaml.ParseContext;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.DriverSettingsReader;
import io.perfline.sims.workload.LoadSpec;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.ProjectSpec;
import io.perfline.sims.workload.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Plans the cases of a {@code perf.yml}: each load, and each comparison of a load. */
public final class ProjectCases {

  private final ProjectDrivers drivers;
  private final Map<String, Durations> durations;
  private final ParseContext context;
  private final List<CasePlan> plans = new ArrayList<>();
  private final List<CasePlan> paired = new ArrayList<>();
  private final boolean compared;
  private final boolean insecure;

  private ProjectCases(Project project, ProjectDrivers drivers) {
    this.drivers = drivers;
    durations = project.profiles();
    context = new ParseContext(project.file().toString());
    compared = isCompared(project.service());
    insecure = project.service().insecure();
  }

  /**
   * Plans all cases.
   *
   * @throws io.perfline.core.command.Fault exit code 2, with all places, if a driver is missing or
   *     does not know its settings
   */
  public static List<CasePlan> of(Project project, ProjectDrivers drivers) {
    ProjectCases cases = new ProjectCases(project, drivers);
    project.load().values().forEach(cases::add);
    cases.context.finish();
    cases.plans.addAll(cases.paired);
    return cases.plans;
  }

  private static boolean isCompared(ServiceUnderTest service) {
    return service.url() == null || service.baselineUrl() != null;
  }

  private void add(PlannedLoad load) {
    if (load instanceof GatlingSimulation simulation) {
      plans.add(
          new CasePlan(
              load.name(),
              SimulationRunner.DRIVER,
              Target.SERVICE,
              new SimulationSpec(simulation, new CaseSettings(Map.of())),
              simulation.requests().stream().map(GatlingSimulation::part).toList(),
              durations));
      addRuns(
          load.name(), simulation.compare(), settings -> new SimulationSpec(simulation, settings));
      return;
    }
    if (load instanceof ProgramLoad program) {
      add(program);
      return;
    }
    DrivenLoad driven = (DrivenLoad) load;
    Driver driver = drivers.of(driven);
    CaseSettings own = own(driven, driver);
    if (own == null) {
      return;
    }
    ProjectSpec spec =
        new ProjectSpec(driven, insecure ? own.with(CaseResult.INSECURE, "true") : own);
    plans.add(plan(load.name(), driver.name(), spec, driver.parts(spec.settings())));
    if (load instanceof Scenario scenario && scenario.capacity() != null) {
      addCapacity(scenario);
    }
    if (compared && !(load instanceof TopicLoad) && !driven.model().isRamp()) {
      paired.add(PairedKeys.plan(spec, durations));
    }
  }

  private void add(ProgramLoad program) {
    plans.add(
        new CasePlan(
            program.name(),
            ProgramCaseRunner.DRIVER,
            Target.SERVICE,
            new ProgramSpec(program, new CaseSettings(Map.of())),
            List.of(),
            durations));
    addRuns(program.name(), program.compare(), settings -> new ProgramSpec(program, settings));
  }

  /** Adds the comparison of a program's runs, if the load has one. */
  private void addRuns(String name, ComparedRuns runs, Function<CaseSettings, LoadSpec> load) {
    if (compared && runs != null) {
      paired.add(PairedKeys.plan(name, runs, load, durations));
    }
  }

  private CasePlan plan(String name, String driver, ProjectSpec spec, List<String> parts) {
    return new CasePlan(name, driver, Target.SERVICE, spec, parts, durations);
  }

  /** Returns the settings of a driver from a jar; none for other loads, null after an error. */
  private CaseSettings own(DrivenLoad load, Driver driver) {
    if (!(load instanceof CustomDriverLoad given)) {
      return new CaseSettings(Map.of());
    }
    if (driver == null) {
      context.fault(
          given.position(),
          "unknown driver '%s'; known: %s; list its jar under 'drivers'"
              .formatted(load.driver(), String.join(", ", drivers.names())));
      return null;
    }
    String what = "the settings of " + driver.name();
    Map<String, Object> own =
        DriverSettingsReader.read(what, given.settings(), driver.keys(), context);
    return context.failed() ? null : new CaseSettings(own);
  }

  private void addCapacity(Scenario scenario) {
    CaseSettings search =
        new CaseSettings(
            DriverSettingsReader.read(
                "a search for the capacity",
                scenario.capacity(),
                CapacityKeys.OF_SCENARIO,
                context));
    try {
      CapacityKeys.requireResult(search, scenario);
    } catch (IllegalArgumentException e) {
      scenario.capacity().fault("capacity: " + e.getMessage(), context);
    }
    ProjectSpec spec =
        new ProjectSpec(scenario.withConnections(scenario.model().connections()), search);
    String name = CapacitySearchRunner.DRIVER + "/" + scenario.name();
    plans.add(plan(name, CapacitySearchRunner.DRIVER, spec, List.of()));
  }
}
