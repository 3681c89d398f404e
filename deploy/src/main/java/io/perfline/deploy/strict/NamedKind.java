package io.perfline.deploy.strict;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Names and what they stand for, at least one. */
record NamedKind<T>(String noun, Kind<T> item) implements Kind<Map<String, T>> {

  private static final String NAME = "^[A-Za-z0-9][A-Za-z0-9_.-]*$";

  @Override
  public Map<String, T> read(Node node, Reading reading) {
    if (!(node instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
      String found = node instanceof MappingNode ? "an empty mapping" : Nodes.tell(node);
      reading.fault(reading.place(node), "expected %s, found %s".formatted(what(), found));
      return null;
    }
    Map<String, T> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Place at = reading.place(tuple.getKeyNode());
      String name = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!name.matches(NAME)) {
        reading.fault(
            at, "expected a name of letters, digits, '.', '_' and '-', found '" + name + "'");
      } else {
        reading.define(noun, name, at);
        values.put(name, item.read(tuple.getValueNode(), reading));
      }
    }
    return Collections.unmodifiableMap(values);
  }

  @Override
  public String what() {
    return "names, each with " + item.what();
  }

  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("minProperties", 1).put("additionalProperties", false);
    schema.putObject("patternProperties").set(NAME, item.schema());
    return schema;
  }
}
