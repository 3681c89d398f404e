package io.perfline.sims.driver;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The settings of one case, checked against the {@link SettingKey}s that allow them. Immutable. */
public final class CaseSettings {

  /** The name of the setting for the message size, which several drivers have. */
  public static final String MESSAGE_BYTES = "message_bytes";

  public static final String BATCH_SIZE = "batch_size";
  public static final String PARTITIONS = "partitions";
  public static final String REPLICAS = "replicas";
  public static final String FAULT = "fault";
  public static final String FAULT_AFTER = "fault_after";

  private final Map<String, Object> values;

  public CaseSettings(Map<String, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** Returns whether the setting has a value, explicitly or by default. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  public long count(String key) {
    return (Long) value(key);
  }

  public int number(String key) {
    return Math.toIntExact(count(key));
  }

  public String choice(String key) {
    return (String) value(key);
  }

  public Duration duration(String key) {
    return (Duration) value(key);
  }

  public CaseSettings with(String key, Object value) {
    Map<String, Object> more = new HashMap<>(values);
    more.put(key, value);
    return new CaseSettings(more);
  }

  public CaseSettings without(String key) {
    Map<String, Object> less = new HashMap<>(values);
    less.remove(key);
    return new CaseSettings(less);
  }

  /** Returns all settings as texts by name, in the form of {@code run.json}. */
  public Map<String, String> asText() {
    Map<String, String> text = new TreeMap<>();
    values.forEach(
        (key, value) ->
            text.put(
                key, value instanceof Duration time ? time.toMillis() + " ms" : value.toString()));
    return text;
  }

  private Object value(String key) {
    Object value = values.get(key);
    if (value == null) {
      throw new DriverException("the case has no setting '" + key + "': give it in its workload");
    }
    return value;
  }

  @Override
  public String toString() {
    return asText().toString();
  }
}
