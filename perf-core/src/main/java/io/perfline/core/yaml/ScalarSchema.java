package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A single value.
 *
 * @param what a noun with its article and an example
 * @param tags which YAML types it may have; none: any
 * @param schema the same as a JSON Schema
 * @param parser reads the text; an {@link IllegalArgumentException} tells what is wrong with it
 * @param <T> what it is read into
 */
record ScalarSchema<T>(
    String what, List<Tag> tags, Supplier<ObjectNode> schemaSource, Function<String, T> parser)
    implements Schema<T> {

  @Override
  public T read(Node node, ParseContext context) {
    if (!(node instanceof ScalarNode scalar) || Tag.NULL.equals(node.getTag())) {
      context.fault(
          context.place(node), "expected %s, found %s".formatted(what, context.tell(node)));
      return null;
    }
    if (!tags.isEmpty() && !tags.contains(scalar.getTag())) {
      context.fault(
          context.place(node),
          "expected %s, found %s, which YAML takes for %s%s"
              .formatted(
                  what,
                  context.tell(node),
                  type(scalar.getTag()),
                  tags.contains(Tag.STR) ? "; put it in quotes" : ""));
      return null;
    }
    try {
      return parser.apply(scalar.getValue());
    } catch (IllegalArgumentException e) {
      context.fault(context.place(node), e.getMessage());
      return null;
    }
  }

  private static String type(Tag tag) {
    String name = tag.getValue();
    return switch (name.substring(name.lastIndexOf(':') + 1)) {
      case "int", "float" -> "a number";
      case "bool" -> "true or false";
      case "timestamp" -> "a date";
      case "str" -> "text";
      default -> name;
    };
  }

  @Override
  public ObjectNode schema() {
    return schemaSource.get();
  }
}
