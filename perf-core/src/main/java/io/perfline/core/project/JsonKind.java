package io.perfline.core.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.SecretNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Any YAML that is also possible in JSON, read as JSON.
 *
 * @param expected whether an answer is compared with it, so that it contains no secret
 */
record JsonKind(boolean expected) implements Schema<JsonNode> {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final int DEEPEST = 20;

  @Override
  public boolean checksSecrets() {
    return expected;
  }

  @Override
  public JsonNode read(Node node, ParseContext context) {
    return read(node, context, 0);
  }

  private JsonNode read(Node node, ParseContext context, int depth) {
    if (depth > DEEPEST) { // an alias may stand for what it is in
      context.fault(context.place(node), "more than %d levels deep".formatted(DEEPEST));
      return JSON.nullNode();
    }
    if (node instanceof MappingNode mapping) {
      ObjectNode object = JSON.objectNode();
      for (NodeTuple tuple : mapping.getValue()) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
          context.fault(context.place(tuple.getKeyNode()), "a key of JSON is a text");
        } else if (object.has(key.getValue())) {
          context.fault(
              context.place(key), "the key '%s' is there twice".formatted(key.getValue()));
        } else if (expected || !SecretNames.refuse(key.getValue(), tuple.getValueNode(), context)) {
          object.set(key.getValue(), read(tuple.getValueNode(), context, depth + 1));
        }
      }
      return object;
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = JSON.arrayNode();
      sequence.getValue().forEach(one -> array.add(read(one, context, depth + 1)));
      return array;
    }
    return scalar((ScalarNode) node, context);
  }

  private static JsonNode scalar(ScalarNode node, ParseContext context) {
    String text = node.getValue();
    try {
      if (Tag.NULL.equals(node.getTag())) {
        return JSON.nullNode();
      } else if (Tag.BOOL.equals(node.getTag()) && text.matches("true|false")) {
        return JSON.booleanNode(text.equals("true"));
      } else if (Tag.INT.equals(node.getTag())) {
        return JSON.numberNode(new BigInteger(text));
      } else if (Tag.FLOAT.equals(node.getTag())) {
        return JSON.numberNode(new BigDecimal(text));
      }
    } catch (NumberFormatException e) {
      context.fault(
          context.place(node), "'%s' is not a JSON number; put a text in quotes".formatted(text));
    }
    return JSON.textNode(text);
  }

  @Override
  public String what() {
    return "JSON";
  }
}
