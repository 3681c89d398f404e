package io.perfline.core.yaml;

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
public final class ObjectSchema<T> implements Schema<T> {

  private final String what;
  private final Function<ParsedObject, T> build;
  private final boolean always;
  private final Map<String, Property<?>> keys = new LinkedHashMap<>();

  /**
   * @param what a noun with its article, as in {@code a threshold}
   * @param build makes the value of what was read; may note more faults, and return null then
   */
  public ObjectSchema(
      String what, Function<ParsedObject, T> build, List<? extends Property<?>> keys) {
    this(what, build, false, keys);
  }

  private ObjectSchema(
      String what,
      Function<ParsedObject, T> build,
      boolean always,
      List<? extends Property<?>> keys) {
    this.what = what;
    this.build = build;
    this.always = always;
    keys.forEach(key -> this.keys.put(key.name(), key));
  }

  /**
   * The same, but {@code build} is called for a mapping with faults too, so that what it checks
   * itself is told at once with them: a key that is missing or faulty has no value then.
   */
  public static <T> ObjectSchema<T> always(
      String what, Function<ParsedObject, T> build, List<? extends Property<?>> keys) {
    return new ObjectSchema<>(what, build, true, keys);
  }

  /** Some keys and their values. */
  public static <T> ObjectSchema<Map<String, T>> map(
      String what, List<? extends Property<? extends T>> keys) {
    return always(what, parsed -> parsed.map(keys), keys);
  }

  @Override
  public T read(Node node, ParseContext context) {
    if (!(node instanceof MappingNode mapping)) {
      context.fault(
          context.place(node),
          "expected %s with the keys %s, found %s".formatted(what, allowed(), context.tell(node)));
      return null;
    }
    int before = context.faultCount();
    Map<String, Object> values = new HashMap<>();
    Map<String, Node> nodes = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      read(tuple, values, nodes, context);
    }
    for (Property<?> property : keys.values()) {
      if (property.required() && !nodes.containsKey(property.name())) {
        context.fault(
            context.place(node), "%s needs the key '%s'".formatted(what, property.name()));
      }
    }
    return context.faultCount() > before && !always
        ? null
        : build.apply(new ParsedObject(values, nodes, node, context));
  }

  private void read(
      NodeTuple tuple, Map<String, Object> values, Map<String, Node> nodes, ParseContext context) {
    SourcePosition at = context.place(tuple.getKeyNode());
    String name =
        tuple.getKeyNode() instanceof ScalarNode scalar
            ? scalar.getValue()
            : context.tell(tuple.getKeyNode());
    Property<?> property = keys.get(name);
    if (property == null) {
      context.fault(
          at,
          "unknown key '%s' in %s%s; allowed: %s"
              .formatted(name, what, Suggestion.of(name, keys.keySet()), allowed()));
      return;
    }
    if (nodes.put(name, tuple.getValueNode()) != null) {
      context.fault(at, "the key '%s' is there twice".formatted(name));
    }
    Object value = property.readValue(tuple.getValueNode(), context);
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
    for (Property<?> key : keys.values()) {
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
