package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;

/** What is read like {@code kind}, into something else. */
record MappedSchema<T, R>(Schema<T> kind, Function<? super T, R> next, boolean checksSecrets)
    implements Schema<R> {

  @Override
  public R read(Node node, ParseContext context) {
    T value = kind.read(node, context);
    return value == null ? null : next.apply(value);
  }

  @Override
  public ObjectNode schema() {
    return kind.schema();
  }

  @Override
  public String what() {
    return kind.what();
  }
}
