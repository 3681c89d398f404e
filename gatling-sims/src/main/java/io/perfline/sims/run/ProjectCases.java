package io.perfline.sims.run;

import io.perfline.core.project.DriverLoad;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.LoadModel;
import io.perfline.core.project.LoadTimes;
import io.perfline.core.project.PlannedLoad;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.yaml.ParseContext;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.kafka.TopicDriver;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.DriverSettingsReader;
import io.perfline.sims.workload.Durations;
import io.perfline.sims.workload.LoadKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cases of a {@code perf.yml}: each load, and what can be each beside a baseline. */
final class ProjectCases {
  private final Map<String, Driver> drivers;
  private final Map<String, Durations> paces = new HashMap<>();
  private final ParseContext context;
  private final boolean compared;

  private ProjectCases(Project project, Map<String, Driver> drivers) {
    this.drivers = drivers;
    project.profiles().forEach((profile, times) -> paces.put(profile, pace(times)));
    context = new ParseContext(project.file().toString());
    compared = isCompared(project.service());
  }

  /**
   * @param drivers of the loads, by name
   * @throws io.perfline.core.command.Fault exit code 2, when a driver isn't there or is told what
   *     it doesn't know, each at its place
   */
  static List<CasePlan> of(Project project, Map<String, Driver> drivers) {
    ProjectCases cases = new ProjectCases(project, drivers);
    List<CasePlan> plans = new ArrayList<>();
    List<CasePlan> paired = new ArrayList<>();
    for (PlannedLoad load : project.load().values()) {
      CasePlan plan = cases.plan(load);
      if (plan != null) {
        plans.add(plan);
        if (load instanceof Scenario scenario && scenario.capacity() != null) {
          plans.add(cases.capacity(scenario, plan.settings()));
        }
        if (cases.compared && (load instanceof Scenario || load instanceof DriverLoad)) {
          paired.add(PairedKeys.plan(plan.driver(), plan.name(), plan.settings(), plan.paces()));
        }
      }
    }
    cases.context.finish();
    plans.addAll(paired);
    return plans;
  }

  private static boolean isCompared(ServiceUnderTest service) {
    return service.url() == null || service.baselineUrl() != null;
  }

  private static Durations pace(LoadTimes times) {
    return new Durations(times.warmUp(), times.warmUp(), times.duration(), times.atMost());
  }

  /** Null for one that is faulty. */
  private CasePlan plan(PlannedLoad load) {
    if (load instanceof GatlingSimulation simulation) {
      return new CasePlan(
          load.name(),
          SimulationRunner.DRIVER,
          Target.SERVICE,
          new CaseSettings(Map.of("simulation", simulation.type())),
          simulation.requests().stream().map(SimulationRunner::part).toList(),
          paces);
    } else if (load instanceof TopicLoad messages) {
      return plan(
          load.name(),
          drivers.get(TopicDriver.MESSAGES),
          Map.of(TopicDriver.MESSAGES, load.name()),
          messages.pace(),
          messages.timeout());
    } else if (load instanceof DriverLoad own) {
      return own(own);
    }
    Scenario scenario = (Scenario) load;
    return plan(
        load.name(),
        drivers.get(ScenarioDriver.SCENARIO),
        Map.of(ScenarioDriver.SCENARIO, load.name()),
        scenario.pace(),
        timeout(scenario));
  }

  private CasePlan capacity(Scenario scenario, CaseSettings settings) {
    CaseSettings all = settings.without(LoadKeys.RATE).without(LoadKeys.ARRIVALS);
    Map<String, Object> search =
        DriverSettingsReader.read(
            "a search for the capacity", scenario.capacity(), CapacityKeys.OF_SCENARIO, context);
    for (Map.Entry<String, Object> one : search.entrySet()) {
      all = all.with(one.getKey(), one.getValue());
    }
    try {
      CapacityKeys.plan(all);
    } catch (IllegalArgumentException e) {
      context.fault(context.place(scenario.capacity()), "capacity: " + e.getMessage());
    }
    return new CasePlan(
        CapacitySearchRunner.DRIVER + "/" + scenario.name(),
        CapacitySearchRunner.DRIVER,
        Target.SERVICE,
        all,
        paces);
  }

  private CasePlan own(DriverLoad load) {
    Driver driver = drivers.get(load.driver());
    if (driver == null) {
      context.fault(
          load.place(),
          "unknown driver '%s'; known: %s; its jar belongs into 'drivers'"
              .formatted(load.driver(), String.join(", ", drivers.keySet())));
      return null;
    }
    String what = "the settings of " + driver.name();
    Map<String, Object> own =
        DriverSettingsReader.read(what, load.settings(), driver.keys(), context);
    return context.failed() ? null : plan(load.name(), driver, own, load.pace(), load.timeout());
  }

  private CasePlan plan(
      String name, Driver driver, Map<String, ?> own, LoadModel loadModel, Duration timeout) {
    Map<String, Object> settings = new HashMap<>(own);
    settings.put(LoadKeys.CONNECTIONS, (long) loadModel.connections());
    settings.put(LoadKeys.TIMEOUT, timeout);
    if (loadModel.ratePerSecond() > 0) {
      settings.put(LoadKeys.RATE, (long) loadModel.ratePerSecond());
      settings.put(LoadKeys.ARRIVALS, loadModel.poisson() ? "poisson" : "constant");
    }
    if (!loadModel.thinkTime().isZero()) {
      settings.put("think_time", loadModel.thinkTime());
    }
    CaseSettings all = new CaseSettings(settings);
    return new CasePlan(name, driver.name(), Target.SERVICE, all, driver.parts(all), paces);
  }

  /** Of a whole session: each of its requests has the timeout to itself. */
  private static Duration timeout(Scenario scenario) {
    return scenario.timeout().multipliedBy(scenario.requests().size());
  }
}
