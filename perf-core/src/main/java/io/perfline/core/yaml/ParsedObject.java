package io.perfline.core.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/**
 * The content of a mapping, key by key.
 *
 * @param values the values of the keys that are present and valid
 * @param nodes the nodes of all known keys that are present
 * @param node the mapping
 */
public record ParsedObject(
    Map<String, Object> values, Map<String, Node> nodes, Node node, ParseContext context) {

  /** Returns the value; null if the key is missing or invalid. */
  @SuppressWarnings("unchecked") // only ObjectReader adds values, each read by the key's own schema
  public <T> T get(Property<T> property) {
    return (T) values.get(property.name());
  }

  /** Returns the value; {@code defaultValue} if the key is missing or invalid. */
  public <T> T get(Property<T> property, T defaultValue) {
    T value = get(property);
    return value == null ? defaultValue : value;
  }

  /** Returns whether the key is present and its value is valid. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** Returns whether the key is present, whether or not its value is valid. */
  public boolean isGiven(String key) {
    return nodes.containsKey(key);
  }

  /**
   * Reads the value of a key by a schema that depends on the rest of the mapping.
   *
   * @return {@code defaultValue} if the key is missing or invalid
   */
  public <T> T as(Schema<T> schema, String key, T defaultValue) {
    T value =
        isGiven(key) ? Property.optional(key, schema, "").readValue(nodes.get(key), context) : null;
    return value == null ? defaultValue : value;
  }

  /** Returns the values of those {@code keys} that have one, by their names. */
  public <T> Map<String, T> map(List<? extends Property<? extends T>> keys) {
    Map<String, T> map = new LinkedHashMap<>();
    keys.stream().filter(key -> has(key.name())).forEach(key -> map.put(key.name(), get(key)));
    return map;
  }

  /** Reports an error at the value of a key, or at the mapping if the key is missing. */
  public void fault(String key, String message) {
    context.fault(position(key), key + ": " + message);
  }

  /** Reports an error if a key is present without another key that it requires. */
  public void needs(String key, String needed) {
    if (isGiven(key) && !isGiven(needed)) {
      fault(key, "it requires '%s'".formatted(needed));
    }
  }

  public SourcePosition position() {
    return context.position(node);
  }

  /** Returns the position of the key's value; that of the mapping if the key is missing. */
  public SourcePosition position(String key) {
    return context.position(nodes.getOrDefault(key, node));
  }
}
