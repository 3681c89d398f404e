package io.perfline.core.yaml;

import org.yaml.snakeyaml.nodes.Node;

/** What is read when the rest of the file is known. */
record RawSchema(String what) implements Schema<Node> {

  @Override
  public Node read(Node node, ParseContext context) {
    return node;
  }
}
