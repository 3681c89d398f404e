package io.perfline.core.yaml;

import org.yaml.snakeyaml.nodes.Node;

/**
 * One key of a {@link ObjectSchema}.
 *
 * @param name as in the file
 * @param required whether it must be there
 * @param kind what its value may be
 * @param description what it means, for the JSON Schema
 * @param <T> what its value is read into
 */
public record Property<T>(String name, boolean required, Schema<T> kind, String description) {

  /** Reads the value of this key; null when there was a fault. */
  T readValue(Node node, ParseContext context) {
    return !kind.checksSecrets() && SecretNames.refuse(name, node, context)
        ? null
        : kind.read(node, context);
  }

  public static <T> Property<T> required(String name, Schema<T> schema, String description) {
    return new Property<>(name, true, schema, description);
  }

  /** For a format of which no JSON Schema is written. */
  public static <T> Property<T> required(String name, Schema<T> schema) {
    return required(name, schema, schema.what());
  }

  public static <T> Property<T> optional(String name, Schema<T> schema, String description) {
    return new Property<>(name, false, schema, description);
  }

  /** For a format of which no JSON Schema is written. */
  public static <T> Property<T> optional(String name, Schema<T> schema) {
    return optional(name, schema, schema.what());
  }
}
