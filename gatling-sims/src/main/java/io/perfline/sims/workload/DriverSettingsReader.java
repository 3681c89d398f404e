package io.perfline.sims.workload;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.sims.driver.SettingKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings of one load that stand outside of a workload file. */
public final class DriverSettingsReader {
  private DriverSettingsReader() {}

  /**
   * Reads them, those that aren't given by their defaults.
   *
   * @param what a noun with its article, as in {@code the settings of kafka}
   * @param given null for none
   */
  public static Map<String, Object> read(
      String what, UnreadValue given, List<SettingKey> keys, ParseContext context) {
    Map<String, Object> all = new HashMap<>();
    keys.forEach(key -> key.otherwise().ifPresent(value -> all.put(key.name(), value)));
    if (given != null) {
      List<Property<?>> allowed = new ArrayList<>();
      keys.forEach(key -> allowed.add(SettingKinds.key(key)));
      Map<String, Object> read = given.read(ObjectSchema.map(what, allowed), context);
      all.putAll(read == null ? Map.of() : read);
    }
    return all;
  }
}
