package io.perfline.sims.workload;

import io.perfline.core.run.Case;
import io.perfline.core.run.PlannedCase;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A case that a workload defines.
 *
 * @param name simulation, sweep and value
 * @param driver which driver it takes
 * @param target what it is aimed at
 * @param settings its settings, defaults filled in
 * @param parts names of the exchanges that a request of it is made of, each a case of its own too
 * @param paces how long it runs, by the profiles that contain it
 */
public record CasePlan(
    String name,
    String driver,
    Target target,
    CaseSettings settings,
    List<String> parts,
    Map<String, Pace> paces) {

  public CasePlan {
    parts = List.copyOf(parts);
    paces = Map.copyOf(paces);
  }

  /** Of requests that are one exchange each. */
  public CasePlan(
      String name, String driver, Target target, CaseSettings settings, Map<String, Pace> paces) {
    this(name, driver, target, settings, List.of(), paces);
  }

  /** The simulation: the name's first part. */
  public String simulation() {
    return Case.simulation(name);
  }

  /** The same as the run's catalogue keeps it, each of its parts behind it. */
  public List<PlannedCase> planned() {
    List<String> profiles = List.copyOf(new TreeMap<>(paces).keySet());
    return Stream.concat(Stream.of(name), parts.stream().map(this::caseOf))
        .map(one -> new PlannedCase(one, target.toString(), profiles))
        .toList();
  }

  /** The name of the case of one of its parts. */
  public String caseOf(String part) {
    return name + "/" + part;
  }

  /** Those of {@code plans} that a profile contains, in their order. */
  public static List<CasePlan> of(List<CasePlan> plans, String profile) {
    return plans.stream().filter(plan -> plan.paces().containsKey(profile)).toList();
  }
}
