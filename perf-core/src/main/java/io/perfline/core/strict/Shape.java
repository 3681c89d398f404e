package io.perfline.core.strict;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * A mapping with known keys: an unknown, doubled or missing one is a fault.
 *
 * @param <T> what it is read into
 */
public final class Shape<T> implements Kind<T> {

  private final String what;
  private final Function<Values, T> build;
  private final boolean always;
  private final Map<String, Key<?>> keys = new LinkedHashMap<>();

  /**
   * @param what a noun with its article, as in {@code a threshold}
   * @param build makes the value of what was read; may note more faults, and return null then
   */
  public Shape(String what, Function<Values, T> build, List<? extends Key<?>> keys) {
    this(what, build, false, keys);
  }

  private Shape(
      String what, Function<Values, T> build, boolean always, List<? extends Key<?>> keys) {
    this.what = what;
    this.build = build;
    this.always = always;
    keys.forEach(key -> this.keys.put(key.name(), key));
  }

  /**
   * The same, but {@code build} is called for a mapping with faults too, so that what it checks
   * itself is told at once with them: a key that is missing or faulty has no value then.
   */
  public static <T> Shape<T> always(
      String what, Function<Values, T> build, List<? extends Key<?>> keys) {
    return new Shape<>(what, build, true, keys);
  }

  /** Some keys and their values. */
  public static <T> Shape<Map<String, T>> map(String what, List<? extends Key<? extends T>> keys) {
    return always(what, values -> values.map(keys), keys);
  }

  @Override
  public T read(Node node, Reading reading) {
    if (!(node instanceof MappingNode mapping)) {
      reading.fault(
          reading.place(node),
          "expected %s with the keys %s, found %s".formatted(what, allowed(), reading.tell(node)));
      return null;
    }
    int before = reading.faultCount();
    Map<String, Object> values = new HashMap<>();
    Map<String, Node> nodes = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      read(tuple, values, nodes, reading);
    }
    for (Key<?> key : keys.values()) {
      if (key.required() && !nodes.containsKey(key.name())) {
        reading.fault(reading.place(node), "%s needs the key '%s'".formatted(what, key.name()));
      }
    }
    return reading.faultCount() > before && !always
        ? null
        : build.apply(new Values(values, nodes, node, reading));
  }

  private void read(
      NodeTuple tuple, Map<String, Object> values, Map<String, Node> nodes, Reading reading) {
    SourcePosition at = reading.place(tuple.getKeyNode());
    String name =
        tuple.getKeyNode() instanceof ScalarNode scalar
            ? scalar.getValue()
            : reading.tell(tuple.getKeyNode());
    Key<?> key = keys.get(name);
    if (key == null) {
      reading.fault(
          at,
          "unknown key '%s' in %s%s; allowed: %s"
              .formatted(name, what, Suggestion.of(name, keys.keySet()), allowed()));
      return;
    }
    if (nodes.put(name, tuple.getValueNode()) != null) {
      reading.fault(at, "the key '%s' is there twice".formatted(name));
    }
    Object value = key.kind().read(tuple.getValueNode(), reading);
    if (value != null) {
      values.put(name, value);
    }
  }

  private String allowed() {
    return String.join(", ", keys.keySet());
  }

  @Override
  public String what() {
    return what;
  }

  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    for (Key<?> key : keys.values()) {
      ObjectNode property = key.kind().schema();
      property.put("description", key.description());
      properties.set(key.name(), property);
      if (key.required()) {
        required.add(key.name());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return schema;
  }
}
