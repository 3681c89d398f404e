package io.perfline.sims.run;

import io.perfline.core.project.LoadTimes;
import io.perfline.core.project.Pacing;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cases of a {@code perf.yml}: each scenario, and each beside a baseline. */
final class ProjectCases {

  private ProjectCases() {}

  /**
   * All of them.
   *
   * @param driver of the scenarios
   */
  static List<CasePlan> of(Project project, ScenarioDriver driver) {
    Map<String, Pace> paces = new HashMap<>();
    project.profiles().forEach((profile, times) -> paces.put(profile, pace(times)));
    List<CasePlan> plans = new ArrayList<>();
    for (Scenario scenario : project.load().values()) {
      CaseSettings settings = settings(scenario);
      plans.add(
          new CasePlan(
              scenario.name(),
              driver.name(),
              Target.SERVICE,
              settings,
              driver.parts(settings),
              paces));
    }
    if (isCompared(project.service())) {
      for (Scenario scenario : project.load().values()) {
        plans.add(PairedKeys.plan(driver.name(), scenario.name(), settings(scenario), paces));
      }
    }
    return plans;
  }

  private static boolean isCompared(ServiceUnderTest service) {
    return service.url() == null || service.baselineUrl() != null;
  }

  private static Pace pace(LoadTimes times) {
    return new Pace(times.warmUp(), times.warmUp(), times.duration(), times.atMost());
  }

  private static CaseSettings settings(Scenario scenario) {
    Pacing pace = scenario.pace();
    Map<String, Object> settings = new HashMap<>();
    settings.put(ScenarioDriver.SCENARIO, scenario.name());
    settings.put(LoadKeys.CONNECTIONS, (long) pace.connections());
    settings.put(LoadKeys.TIMEOUT, timeout(scenario));
    if (pace.ratePerSecond() > 0) {
      settings.put(LoadKeys.RATE, (long) pace.ratePerSecond());
      settings.put(LoadKeys.ARRIVALS, pace.poisson() ? "poisson" : "constant");
    }
    if (!pace.thinkTime().isZero()) {
      settings.put("think_time", pace.thinkTime());
    }
    return new CaseSettings(settings);
  }

  /** Of a whole session: each of its requests has the timeout to itself. */
  private static Duration timeout(Scenario scenario) {
    return scenario.timeout().multipliedBy(scenario.requests().size());
  }
}
