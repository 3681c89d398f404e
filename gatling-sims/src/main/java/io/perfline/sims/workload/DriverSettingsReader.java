package io.perfline.sims.workload;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Scalars;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.sims.driver.SettingKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the settings of one load by their {@link SettingKey}s. */
public final class DriverSettingsReader {

  private static final Schema<Long> COUNT =
      Scalars.plain(
          "a whole number of 1 or more",
          Pattern.compile("[1-9]\\d{0,17}"),
          count -> Long.valueOf(count.group()));

  private DriverSettingsReader() {}

  /**
   * Reads settings outside of a workload file, with defaults for missing ones.
   *
   * @param what a noun with its article, as in {@code the settings of kafka}
   * @param given the settings; null for none
   */
  public static Map<String, Object> read(
      String what, UnreadValue given, List<SettingKey> keys, ParseContext context) {
    Map<String, Object> all = defaults(keys);
    if (given != null) {
      Map<String, Object> read = given.read(Schema.map(what, properties(keys)), context);
      all.putAll(read == null ? Map.of() : read);
    }
    return all;
  }

  static Map<String, Object> defaults(List<SettingKey> keys) {
    Map<String, Object> defaults = new HashMap<>();
    keys.forEach(key -> key.defaultValue().ifPresent(value -> defaults.put(key.name(), value)));
    return defaults;
  }

  static List<Property<?>> properties(List<SettingKey> keys) {
    return keys.stream()
        .<Property<?>>map(key -> Property.optional(key.name(), schema(key), key.meaning()))
        .toList();
  }

  private static Schema<?> schema(SettingKey key) {
    return switch (key.kind()) {
      case COUNT -> COUNT;
      case DURATION -> Scalars.duration();
      case CHOICE -> Scalars.oneOf("a word", key.choices(), Function.identity());
    };
  }
}
