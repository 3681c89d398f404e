package io.perfline.core.strict;

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
record NamedKind<T>(
    String noun, String letters, String pattern, Function<String, Kind<T>> item, boolean inFile)
    implements Kind<Map<String, T>> {

  @Override
  public Map<String, T> read(Node node, Reading reading) {
    if (!(node instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
      String found = node instanceof MappingNode ? "an empty mapping" : reading.tell(node);
      reading.fault(reading.place(node), "expected %s, found %s".formatted(what(), found));
      return null;
    }
    Map<String, T> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      SourcePosition at = reading.place(tuple.getKeyNode());
      String name = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!name.matches(pattern)) {
        reading.fault(at, "expected a name of %s, found '%s'".formatted(letters, name));
      } else if (inFile) {
        reading.define(noun, name, at);
      } else if (values.containsKey(name)) {
        reading.fault(at, "the %s '%s' is there twice".formatted(noun, name));
      }
      values.put(name, item.apply(name).read(tuple.getValueNode(), reading));
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
