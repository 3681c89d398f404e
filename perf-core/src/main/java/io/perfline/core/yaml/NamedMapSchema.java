package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Names and what they stand for, at least one.
 *
 * @param inFile whether a name is there once in the whole file, not in this mapping alone
 */
record NamedMapSchema<T>(
    String noun, String letters, String pattern, Function<String, Schema<T>> item, boolean inFile)
    implements Schema<Map<String, T>> {

  @Override
  public Map<String, T> read(Node node, ParseContext context) {
    if (!(node instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
      String found = node instanceof MappingNode ? "an empty mapping" : context.tell(node);
      context.fault(context.place(node), "expected %s, found %s".formatted(what(), found));
      return null;
    }
    Map<String, T> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      SourcePosition at = context.place(tuple.getKeyNode());
      String name = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!name.matches(pattern)) {
        context.fault(at, "expected a name of %s, found '%s'".formatted(letters, name));
      } else if (inFile) {
        context.define(noun, name, at);
      } else if (values.containsKey(name)) {
        context.fault(at, "the %s '%s' is there twice".formatted(noun, name));
      }
      Property<T> entry = Property.optional(name, item.apply(name));
      values.put(name, entry.readValue(tuple.getValueNode(), context));
    }
    return Collections.unmodifiableMap(values);
  }

  @Override
  public String what() {
    return "names, each with " + item.apply("").what();
  }

  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("minProperties", 1).put("additionalProperties", false);
    schema.putObject("patternProperties").set(pattern, item.apply("").schema());
    return schema;
  }
}
