package io.perfline.core.strict;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What may stand in one place of a file.
 *
 * @param <T> what it is read into
 */
public interface Kind<T> {

  /** Reads a node; null when that noted a fault. */
  T read(Node node, Reading reading);

  /** The same, read into something else. */
  default <R> Kind<R> then(Function<? super T, R> next) {
    return new Then<>(this, next);
  }

  /** The same as a JSON Schema; without one of its own anything, which reading alone checks. */
  default ObjectNode schema() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** What is allowed, as a noun for an error message. */
  String what();
}
