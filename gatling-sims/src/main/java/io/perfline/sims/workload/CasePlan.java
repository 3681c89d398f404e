package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Generator;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
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
 * @param load its load
 * @param parts names of the exchanges that a request of it is made of, each a case of its own too
 * @param paces how long it runs, by the profiles that contain it
 */
public record CasePlan(
    String name,
    String driver,
    Target target,
    LoadSpec load,
    List<String> parts,
    Map<String, Durations> paces) {

  public CasePlan {
    parts = List.copyOf(parts);
    paces = Map.copyOf(paces);
  }

  /** A case of a workload file, whose requests are one exchange each. */
  public CasePlan(
      String name,
      String driver,
      Target target,
      CaseSettings settings,
      Map<String, Durations> paces) {
    this(name, driver, target, new WorkloadSpec(settings), List.of(), paces);
  }

  /** The settings of its load by name, defaults filled in, as {@code run.json} records them. */
  public CaseSettings settings() {
    return load.settings();
  }

  /** The simulation: the name's first part. */
  public String simulation() {
    return CaseResult.simulation(name);
  }

  /** Returns its entries in the run's catalogue: the case itself, then each of its parts. */
  public List<CatalogueEntry> planned() {
    List<String> profiles = List.copyOf(new TreeMap<>(paces).keySet());
    return Stream.concat(Stream.of(name), parts.stream().map(this::caseOf))
        .map(one -> new CatalogueEntry(one, target.toString(), profiles))
        .toList();
  }

  public String caseOf(String part) {
    return name + "/" + part;
  }

  /** Name of the files with its raw material, without their endings. */
  public String fileName() {
    return RawMaterial.fileName(name, target.toString());
  }

  /**
   * The case that a load of it came to.
   *
   * @param used the settings that the load had
   */
  public CaseResult measured(CaseSettings used, Load load, Measurement measurement) {
    return CaseResult.of(name, target.toString())
        .withParameters(used.asText())
        .withPeriod(measurement.start(), measurement.end(), measurement.warmUp().toMillis())
        .withCounts(measurement.requests(), measurement.messages(), measurement.bytes())
        .withErrors(measurement.errors())
        .withTimes(
            TimeDistribution.of(measurement.response()), TimeDistribution.of(measurement.service()))
        .withGenerator(
            measurement
                .health()
                .atRate(measurement.intendedRate(load), measurement.sentPerSecond())
                .withConnections(
                    measurement.connections() == null ? null : measurement.connections().opened(),
                    measurement.isOverload() ? Generator.SERVICE : null));
  }

  /** Returns the plans that a profile contains, in their order. */
  public static List<CasePlan> of(List<CasePlan> plans, String profile) {
    return plans.stream().filter(plan -> plan.paces().containsKey(profile)).toList();
  }
}
