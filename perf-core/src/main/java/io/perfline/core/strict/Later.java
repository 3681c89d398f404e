package io.perfline.core.strict;

import org.yaml.snakeyaml.nodes.Node;

/** What is read when the rest of the file is known. */
record Later(String what) implements Kind<Node> {

  @Override
  public Node read(Node node, Reading reading) {
    return node;
  }
}
