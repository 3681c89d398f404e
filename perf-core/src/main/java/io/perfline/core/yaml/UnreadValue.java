package io.perfline.core.yaml;

import org.yaml.snakeyaml.nodes.Node;

/** A value that can only be read when the rest of the file is known. */
public record UnreadValue(Node node) {

  /** Reads the value; null after reporting an error. */
  public <T> T read(Schema<T> schema, ParseContext context) {
    return schema.read(node, context);
  }

  /** Reports an error at the position of the value. */
  public void fault(String message, ParseContext context) {
    context.fault(context.position(node), message);
  }
}
