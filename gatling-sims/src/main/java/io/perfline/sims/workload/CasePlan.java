package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Generator;
import io.perfline.core.run.RawMaterial;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A planned case.
 *
 * @param name simulation, sweep and value
 * @param parts the names of the exchanges that make up a request, each of which is also a case
 * @param paces its durations, by the profiles that contain it
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

  /** Creates a case of a workload file, whose requests are single exchanges. */
  public CasePlan(
      String name,
      String driver,
      Target target,
      CaseSettings settings,
      Map<String, Durations> paces) {
    this(name, driver, target, WorkloadSpec.of(settings), List.of(), paces);
  }

  /** Returns the settings of its load with all defaults, as {@code run.json} records them. */
  public CaseSettings settings() {
    return load.settings();
  }

  /** Returns whether a generator owns any connection of its load. */
  public boolean hasConnections(Shard shard) {
    Durations any = new Durations(Duration.ZERO, Duration.ofSeconds(1));
    return load.load(any, 0, shard).ownConnections() > 0;
  }

  /** Returns the simulation, which is the first part of the name. */
  public String simulation() {
    return CaseResult.simulation(name);
  }

  /** Returns the entries of the case and of its parts in the run's catalogue. */
  public List<CatalogueEntry> planned() {
    List<String> profiles = List.copyOf(new TreeMap<>(paces).keySet());
    return Stream.concat(Stream.of(name), parts.stream().map(this::caseOf))
        .map(one -> new CatalogueEntry(one, target.toString(), profiles))
        .toList();
  }

  public String caseOf(String part) {
    return name + "/" + part;
  }

  /** Returns the name, without extension, of the files with its raw results. */
  public String fileName() {
    return RawMaterial.fileName(name, target.toString());
  }

  /**
   * Returns the result of a load.
   *
   * @param used the settings of the load
   */
  public CaseResult measured(CaseSettings used, Load load, Measurement measurement) {
    return CaseResult.of(name, target.toString())
        .withParameters(used.asText())
        .withPeriod(measurement.start(), measurement.end(), measurement.warmUp().toMillis())
        .withCounts(measurement.counts())
        .with(measurement.warmUpRequests())
        .with(measurement.received())
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
