package io.perfline.sims.workload;

import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The format of the workload files of one driver.
 *
 * @param driver the name of the driver in the files
 * @param keys the settings that its cases may have
 * @param targets the possible targets; the first one is the default
 * @param warmsUpUntilSteady whether the warm-up has a longest as well as a shortest length
 * @param loads if each case chooses a driver: the settings of its cases, by driver; otherwise empty
 */
public record WorkloadSchema(
    String driver,
    List<SettingKey> keys,
    List<Target> targets,
    boolean warmsUpUntilSteady,
    Map<String, WorkloadSchema> loads) {

  /** The key with which a case chooses one of {@code loads}. */
  public static final String OF = "of";

  public WorkloadSchema {
    keys = List.copyOf(keys);
    targets = List.copyOf(targets);
    loads = Map.copyOf(loads);
    if (targets.isEmpty() || Set.copyOf(targets).size() != targets.size()) {
      throw new IllegalArgumentException(driver + " needs targets, each once");
    }
  }

  /** Creates the format of a driver whose warm-up has a fixed length. */
  public WorkloadSchema(String driver, List<SettingKey> keys, List<Target> targets) {
    this(driver, keys, targets, false);
  }

  /** Creates the format of a driver that generates its own load. */
  public WorkloadSchema(
      String driver, List<SettingKey> keys, List<Target> targets, boolean warmsUpUntilSteady) {
    this(driver, keys, targets, warmsUpUntilSteady, Map.of());
  }

  /** Creates the format of several drivers' loads on the recorder, with {@code shared} settings. */
  public static WorkloadSchema ofLoads(
      String driver, List<SettingKey> shared, Collection<Driver> drivers) {
    List<Target> targets = List.of(Target.RECORDER);
    Map<String, WorkloadSchema> loads = new HashMap<>();
    for (Driver load : drivers) {
      List<SettingKey> keys = Stream.concat(shared.stream(), load.keys().stream()).toList();
      loads.put(load.name(), new WorkloadSchema(driver, keys, targets));
    }
    return new WorkloadSchema(driver, shared, targets, false, loads);
  }

  /** Returns whether its cases are comparisons, which continue while they are undecided. */
  boolean compares() {
    return !loads.isEmpty();
  }

  /** Returns the keys of {@link io.perfline.core.project.Durations} that the file may not have. */
  Set<String> unusedDurations() {
    return warmsUpUntilSteady
        ? Set.of("at_most", "budget")
        : compares() ? Set.of() : Set.of("at_most", "warm_up_most", "budget");
  }
}
