package io.perfline.core.yaml;

import org.yaml.snakeyaml.nodes.Node;

/** A value that is read when the rest of the file is known. */
record RawSchema(String what) implements Schema<UnreadValue> {
  @Override
  public UnreadValue read(Node node, ParseContext context) {
    return new UnreadValue(node);
  }
}
