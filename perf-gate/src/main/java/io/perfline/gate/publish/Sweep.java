package io.perfline.gate.publish;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where a case stands in its sweep: {@code kafka/batch_size/256} is 256 on the sweep {@code
 * batch_size}, so that a chart can have it on its horizontal axis.
 */
record Sweep(String name, String value) {

  static Optional<Sweep> of(String caseName) {
    String[] parts = caseName.split("/", 3);
    return parts.length == 3 ? Optional.of(new Sweep(parts[1], parts[2])) : Optional.empty();
  }

  /** Nothing when the value isn't a number, such as a consistency level. */
  OptionalDouble number() {
    return value.matches("[0-9]+(\\.[0-9]+)?")
        ? OptionalDouble.of(Double.parseDouble(value))
        : OptionalDouble.empty();
  }
}
