package io.perfline.deploy.strict;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What may stand in one place of a file.
 *
 * @param <T> what it is read into
 */
public interface Kind<T> {

  /** Reads a node; null when that noted a fault. */
  T read(Node node, Reading reading);

  /** The same as a JSON Schema. */
  ObjectNode schema();

  /** What is allowed, as a noun for an error message. */
  String what();
}
