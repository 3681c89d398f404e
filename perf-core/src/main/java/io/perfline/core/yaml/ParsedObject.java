package io.perfline.core.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** What a mapping held, key by key. */
public final class ParsedObject {

  private final Map<String, Object> values;
  private final Map<String, Node> nodes;
  private final Node node;
  private final ParseContext context;

  ParsedObject(
      Map<String, Object> values, Map<String, Node> nodes, Node node, ParseContext context) {
    this.values = values;
    this.nodes = nodes;
    this.node = node;
    this.context = context;
  }

  /** The value; null when the key isn't there, or was faulty. */
  @SuppressWarnings("unchecked") // only Shape puts values in, each read by the key's own kind
  public <T> T get(Property<T> property) {
    return (T) values.get(property.name());
  }

  /** The value, or {@code otherwise} when the key isn't there, or was faulty. */
  public <T> T get(Property<T> property, T otherwise) {
    T value = get(property);
    return value == null ? otherwise : value;
  }

  public boolean has(Property<?> property) {
    return values.containsKey(property.name());
  }

  /** Whether the key is there, faulty or not. */
  public boolean isGiven(Property<?> property) {
    return nodes.containsKey(property.name());
  }

  /**
   * The value read as a kind that only the rest of the mapping tells; {@code otherwise} when the
   * key isn't there, or was faulty.
   */
  public <T> T as(Schema<T> schema, Property<?> property, T otherwise) {
    T value = isGiven(property) ? schema.read(nodes.get(property.name()), context) : null;
    return value == null ? otherwise : value;
  }

  /** The values of those of {@code keys} that have one, by their names. */
  public <T> Map<String, T> map(List<? extends Property<? extends T>> keys) {
    Map<String, T> map = new LinkedHashMap<>();
    keys.stream().filter(this::has).forEach(key -> map.put(key.name(), get(key)));
    return map;
  }

  /** Returns whether the key is there, faulty or not. */
  public boolean isGiven(String key) {
    return nodes.containsKey(key);
  }

  /** Notes a fault at the value of a key, or of the mapping when the key isn't there. */
  public void fault(String key, String message) {
    context.fault(context.place(nodes.getOrDefault(key, node)), key + ": " + message);
  }

  /** Notes a fault when a key is there without another that it needs. */
  public void needs(String key, String needed) {
    if (isGiven(key) && !isGiven(needed)) {
      fault(key, "it means nothing without '%s'".formatted(needed));
    }
  }

  /** Where the mapping starts. */
  public SourcePosition place() {
    return context.place(node);
  }

  /** Where the key's value stands; where the mapping starts when it isn't there. */
  public SourcePosition place(Property<?> property) {
    return context.place(nodes.getOrDefault(property.name(), node));
  }

  /** Notes a fault at the key's value. */
  public void fault(Property<?> property, String message) {
    context.fault(place(property), property.name() + ": " + message);
  }
}
