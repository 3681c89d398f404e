package io.perfline.core.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.SecretNames;
import io.perfline.core.yaml.TextTemplate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** JSON that is written as YAML. */
final class YamlJson {

  /** The tag of a JSON number whose value is a template. */
  private static final Tag NUMBER = new Tag("!number");

  private static final int DEEPEST = 20;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Set<Tag> NUMBERS = Set.of(Tag.INT, Tag.FLOAT);

  private YamlJson() {}

  /**
   * Reads YAML that can be converted to JSON. Values that are expected in a response are not
   * secrets.
   */
  static JsonNode read(Node node, ParseContext context, boolean expected) {
    return read(node, context, expected, 0);
  }

  private static JsonNode read(Node node, ParseContext context, boolean expected, int depth) {
    if (depth > DEEPEST) { // an alias may refer to a node that contains it
      context.fault(context.position(node), "more than %d levels deep".formatted(DEEPEST));
      return JSON.nullNode();
    }
    if (node instanceof MappingNode mapping) {
      ObjectNode object = JSON.objectNode();
      for (NodeTuple tuple : mapping.getValue()) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
          context.fault(context.position(tuple.getKeyNode()), "a key of JSON is a text");
        } else if (object.has(key.getValue())) {
          context.fault(
              context.position(key), "the key '%s' occurs twice".formatted(key.getValue()));
        } else if (expected || !SecretNames.refuse(key.getValue(), tuple.getValueNode(), context)) {
          object.set(key.getValue(), read(tuple.getValueNode(), context, expected, depth + 1));
        }
      }
      return object;
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = JSON.arrayNode();
      sequence.getValue().forEach(one -> array.add(read(one, context, expected, depth + 1)));
      return array;
    }
    return scalar((ScalarNode) node, context);
  }

  private static JsonNode scalar(ScalarNode node, ParseContext context) {
    String text = node.getValue();
    if (NUMBER.equals(node.getTag())) {
      if (!TextTemplate.of(text, context.position(node)).isNameAlone()) {
        context.fault(context.position(node), "a !number is a template such as !number '${price}'");
      }
      return JSON.rawValueNode(new RawValue(text));
    }
    try {
      if (Tag.NULL.equals(node.getTag())) {
        return JSON.nullNode();
      } else if (Tag.BOOL.equals(node.getTag()) && text.matches("true|false")) {
        return JSON.booleanNode(text.equals("true"));
      } else if (node.isPlain() && text.matches("[-+]?0\\d+")) {
        throw new NumberFormatException("an octal number in YAML, which JSON doesn't have");
      } else if (NUMBERS.contains(node.getTag()) && JsonNumbers.isNumber(text)) {
        return JSON.rawValueNode(new RawValue(text)); // keeps the text, such as 19.90
      } else if (Tag.INT.equals(node.getTag())) {
        return JSON.numberNode(new BigInteger(text));
      } else if (Tag.FLOAT.equals(node.getTag())) {
        return JSON.numberNode(new BigDecimal(text));
      }
    } catch (NumberFormatException e) {
      context.fault(
          context.position(node),
          "'%s' is not a JSON number; put a text in quotes".formatted(text));
    }
    return JSON.textNode(text);
  }
}
