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
    return new MappedSchema<>(this, next, checksSecrets());
  }

  /** The same as a JSON Schema; without one of its own anything, which reading alone checks. */
  default ObjectNode schema() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Returns whether this schema itself decides about secrets in its value: it refuses them, or its
   * value is compared with an answer and so is not a secret. All other values are checked by the
   * name of their key, see {@link SecretNames}.
   */
  default boolean checksSecrets() {
    return false;
  }

  /** What is allowed, as a noun for an error message. */
  String what();
}
