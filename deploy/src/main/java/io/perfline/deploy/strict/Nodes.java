package io.perfline.deploy.strict;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Tells a node in words. */
final class Nodes {

  private Nodes() {}

  static String tell(Node node) {
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    ScalarNode scalar = (ScalarNode) node;
    if (Tag.NULL.equals(scalar.getTag())) {
      return "nothing";
    }
    return "'" + scalar.getValue() + "'";
  }
}
