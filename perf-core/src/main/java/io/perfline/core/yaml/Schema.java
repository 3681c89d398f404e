package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What may stand in one place of a file.
 *
 * @param <T> what it is read into
 */
public interface Schema<T> {

  /** Reads a node; null when that noted a fault. */
  T read(Node node, ParseContext context);

  /** The same, read into something else. */
  default <R> Schema<R> then(Function<? super T, R> next) {
    return new MappedSchema<>(this, next);
  }

  /** The same as a JSON Schema; without one of its own anything, which reading alone checks. */
  default ObjectNode schema() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** What is allowed, as a noun for an error message. */
  String what();
}
