package io.perfline.sims.driver;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The settings of one case, checked against the {@link SettingKey}s that allow them. Immutable. */
public final class CaseSettings {

  private final Map<String, Object> values;

  public CaseSettings(Map<String, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** Whether the case has it, given or by default. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** A whole number. */
  public long count(String key) {
    return (Long) value(key);
  }

  /** A whole number that fits an int. */
  public int number(String key) {
    return Math.toIntExact(count(key));
  }

  /** One of a key's words. */
  public String choice(String key) {
    return (String) value(key);
  }

  /** A length of time. */
  public Duration duration(String key) {
    return (Duration) value(key);
  }

  /** The same with one more. */
  public CaseSettings with(String key, Object value) {
    Map<String, Object> more = new HashMap<>(values);
    more.put(key, value);
    return new CaseSettings(more);
  }

  /** The same with one less. */
  public CaseSettings without(String key) {
    Map<String, Object> less = new HashMap<>(values);
    less.remove(key);
    return new CaseSettings(less);
  }

  /** All of them as text, by name, as {@code run.json} keeps them. */
  public Map<String, String> asText() {
    Map<String, String> text = new TreeMap<>();
    values.forEach((key, value) -> text.put(key, text(value)));
    return text;
  }

  private static String text(Object value) {
    return value instanceof Duration time ? time.toMillis() + " ms" : value.toString();
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
