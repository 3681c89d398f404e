package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A list of at least one: an empty one is a mistake, since it limits nothing. */
record ListSchema<T>(Schema<T> item) implements Schema<List<T>> {

  @Override
  public List<T> read(Node node, ParseContext context) {
    if (!(node instanceof SequenceNode sequence) || sequence.getValue().isEmpty()) {
      String found = node instanceof SequenceNode ? "an empty one" : context.tell(node);
      context.fault(context.place(node), "expected %s, found %s".formatted(what(), found));
      return null;
    }
    List<T> values = new ArrayList<>();
    sequence.getValue().forEach(one -> values.add(item.read(one, context)));
    return Schemas.nonNull(values);
  }

  @Override
  public String what() {
    return "a list, each entry " + item.what();
  }

  @Override
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "array").put("minItems", 1).set("items", item.schema());
    return schema;
  }
}
