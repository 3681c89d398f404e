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

/** Reads a mapping with known keys; unknown, duplicate and missing keys are errors. */
final class ObjectReader<T> {

  private final String what;
  private final Function<ParsedObject, T> build;
  private final Map<String, Property<?>> keys = new LinkedHashMap<>();

  ObjectReader(String what, Function<ParsedObject, T> build, List<? extends Property<?>> keys) {
    this.what = what;
    this.build = build;
    keys.forEach(key -> this.keys.put(key.name(), key));
  }

  T read(Node node, ParseContext context) {
    if (!(node instanceof MappingNode mapping)) {
      context.fault(
          context.position(node),
          "expected %s with the keys %s, found %s"
              .formatted(what, allowed(), context.describe(node)));
      return null;
    }
    ParsedObject parsed = new ParsedObject(new HashMap<>(), new HashMap<>(), node, context);
    mapping.getValue().forEach(tuple -> read(tuple, parsed));
    for (Property<?> property : keys.values()) {
      if (property.required() && !parsed.isGiven(property.name())) {
        context.fault(
            context.position(node), "%s needs the key '%s'".formatted(what, property.name()));
      }
    }
    return build.apply(parsed);
  }

  private void read(NodeTuple tuple, ParsedObject parsed) {
    ParseContext context = parsed.context();
    SourcePosition at = context.position(tuple.getKeyNode());
    String name =
        tuple.getKeyNode() instanceof ScalarNode scalar
            ? scalar.getValue()
            : context.describe(tuple.getKeyNode());
    Property<?> property = keys.get(name);
    if (property == null) {
      context.fault(
          at,
          "unknown key '%s' in %s%s; allowed: %s"
              .formatted(name, what, Suggestion.of(name, keys.keySet()), allowed()));
      return;
    }
    if (parsed.nodes().put(name, tuple.getValueNode()) != null) {
      context.fault(at, "the key '%s' occurs twice".formatted(name));
    }
    Object value = property.readValue(tuple.getValueNode(), context);
    if (value != null) {
      parsed.values().put(name, value);
    }
  }

  private String allowed() {
    return String.join(", ", keys.keySet());
  }

  ObjectNode json() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    for (Property<?> key : keys.values()) {
      properties.set(key.name(), key.schema().json().put("description", key.description()));
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
