package io.perfline.sims.workload;

import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.List;
import java.util.Set;

/**
 * What a workload file of one driver may say.
 *
 * @param driver the name that the file calls the driver by
 * @param keys the settings that its cases may have
 * @param targets what they may be aimed at; the first is the default
 * @param warmsUpUntilSteady whether its warm-up may have a longest length beside its shortest
 */
public record Dialect(
    String driver, List<SettingKey> keys, List<Target> targets, boolean warmsUpUntilSteady) {

  public Dialect {
    keys = List.copyOf(keys);
    targets = List.copyOf(targets);
    if (targets.isEmpty() || Set.copyOf(targets).size() != targets.size()) {
      throw new IllegalArgumentException(driver + " needs targets, each once");
    }
  }

  /** Of a driver whose warm-up has a fixed length. */
  public Dialect(String driver, List<SettingKey> keys, List<Target> targets) {
    this(driver, keys, targets, false);
  }
}
