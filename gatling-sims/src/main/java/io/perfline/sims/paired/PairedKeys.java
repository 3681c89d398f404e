package io.perfline.sims.paired;

import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.workload.Dialect;
import io.perfline.sims.workload.LoadKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a workload for paired cases may say. */
public final class PairedKeys {

  /** Whose load a case has. */
  static final String OF = "of";

  static final String SLICE = "slice";
  static final String DEPLOYMENTS = "deployments";

  private static final String DRIVER = "paired";
  private static final List<Target> TARGETS = List.of(Target.RECORDER);

  private PairedKeys() {}

  /**
   * Any of some drivers' loads, each with the settings of its driver, of the engine, and those of
   * pairs.
   */
  public static Dialect dialect(Collection<Driver> drivers) {
    Map<String, Dialect> loads = new HashMap<>();
    for (Driver driver : drivers) {
      if (driver.targets().contains(Target.RECORDER)) {
        List<SettingKey> keys = new ArrayList<>(shared());
        keys.addAll(driver.keys());
        loads.put(driver.name(), new Dialect(DRIVER, keys, TARGETS));
      }
    }
    return new Dialect(DRIVER, shared(), TARGETS, false, loads);
  }

  private static List<SettingKey> shared() {
    List<SettingKey> keys = new ArrayList<>(LoadKeys.keys());
    keys.add(
        SettingKey.duration(SLICE, Duration.ofMillis(250), "length of a slice; 250 ms to 500 ms"));
    keys.add(
        SettingKey.count(
            DEPLOYMENTS, 2L, "how often both are deployed anew, their places swapped"));
    return keys;
  }
}
