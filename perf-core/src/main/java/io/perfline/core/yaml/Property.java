package io.perfline.core.yaml;

import org.yaml.snakeyaml.nodes.Node;

/**
 * One key of a mapping.
 *
 * @param name the name in the file
 * @param required whether the key must be present
 * @param description the meaning, for the JSON Schema
 * @param <T> the type of the value
 */
public record Property<T>(String name, boolean required, Schema<T> schema, String description) {

  /** Reads the value of this key; null if an error was reported. */
  public T readValue(Node node, ParseContext context) {
    return context.below(
        name,
        () ->
            !schema.checksSecrets() && SecretNames.refuse(name, node, context)
                ? null
                : schema.read(node, context));
  }

  public static <T> Property<T> required(String name, Schema<T> schema, String description) {
    return new Property<>(name, true, schema, description);
  }

  public static <T> Property<T> optional(String name, Schema<T> schema, String description) {
    return new Property<>(name, false, schema, description);
  }
}
