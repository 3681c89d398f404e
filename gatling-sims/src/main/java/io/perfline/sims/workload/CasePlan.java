package io.perfline.sims.workload;

import io.perfline.core.run.PlannedCase;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A case that a workload defines.
 *
 * @param name simulation, sweep and value
 * @param driver which driver it takes
 * @param target what it is aimed at
 * @param settings its settings, defaults filled in
 * @param paces how long it runs, by the profiles that contain it
 */
public record CasePlan(
    String name, String driver, Target target, CaseSettings settings, Map<String, Pace> paces) {

  public CasePlan {
    paces = Map.copyOf(paces);
  }

  /** The simulation: the name's first part. */
  public String simulation() {
    return name.substring(0, name.indexOf('/'));
  }

  /** The same as the run's catalogue keeps it. */
  public PlannedCase planned() {
    return new PlannedCase(name, target.toString(), List.copyOf(new TreeMap<>(paces).keySet()));
  }

  /** Those of {@code plans} that a profile contains, in their order. */
  public static List<CasePlan> of(List<CasePlan> plans, String profile) {
    return plans.stream().filter(plan -> plan.paces().containsKey(profile)).toList();
  }
}
