package io.perfline.core.strict;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** What a mapping held, key by key. */
public final class Values {

  private final Map<String, Object> values;
  private final Map<String, Node> nodes;
  private final Node node;
  private final Reading reading;

  Values(Map<String, Object> values, Map<String, Node> nodes, Node node, Reading reading) {
    this.values = values;
    this.nodes = nodes;
    this.node = node;
    this.reading = reading;
  }

  /** The value; null when the key isn't there, or was faulty. */
  @SuppressWarnings("unchecked") // only Shape puts values in, each read by the key's own kind
  public <T> T get(Key<T> key) {
    return (T) values.get(key.name());
  }

  /** The value, or {@code otherwise} when the key isn't there, or was faulty. */
  public <T> T get(Key<T> key, T otherwise) {
    T value = get(key);
    return value == null ? otherwise : value;
  }

  public boolean has(Key<?> key) {
    return values.containsKey(key.name());
  }

  /** Whether the key is there, faulty or not. */
  public boolean isGiven(Key<?> key) {
    return nodes.containsKey(key.name());
  }

  /**
   * The value read as a kind that only the rest of the mapping tells; {@code otherwise} when the
   * key isn't there, or was faulty.
   */
  public <T> T as(Kind<T> kind, Key<?> key, T otherwise) {
    T value = isGiven(key) ? kind.read(nodes.get(key.name()), reading) : null;
    return value == null ? otherwise : value;
  }

  /** The values of those of {@code keys} that have one, by their names. */
  public <T> Map<String, T> map(List<? extends Key<? extends T>> keys) {
    Map<String, T> map = new LinkedHashMap<>();
    keys.stream().filter(this::has).forEach(key -> map.put(key.name(), get(key)));
    return map;
  }

  /** Where the mapping starts. */
  public SourcePosition place() {
    return reading.place(node);
  }

  /** Where the key's value stands; where the mapping starts when it isn't there. */
  public SourcePosition place(Key<?> key) {
    return reading.place(nodes.getOrDefault(key.name(), node));
  }

  /** Notes a fault at the key's value. */
  public void fault(Key<?> key, String message) {
    reading.fault(place(key), key.name() + ": " + message);
  }
}
