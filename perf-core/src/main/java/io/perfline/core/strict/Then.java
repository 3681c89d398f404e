package io.perfline.core.strict;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;

/** What is read like {@code kind}, into something else. */
record Then<T, R>(Kind<T> kind, Function<? super T, R> next) implements Kind<R> {

  @Override
  public R read(Node node, Reading reading) {
    T value = kind.read(node, reading);
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
