package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tool that the client can call.
 *
 * @param description what it does, for the agent
 * @param reads whether it only reads
 * @param parameters the JSON Schema of each argument, by the argument's name
 * @param required the names of the arguments that must be given
 * @param action computes the answer
 */
record Tool(
    String name,
    String description,
    boolean reads,
    Map<String, Map<String, Object>> parameters,
    List<String> required,
    Action action) {

  /** The work of a tool. */
  @FunctionalInterface
  interface Action {
    ObjectNode call(Arguments arguments) throws Exception;
  }

  Tool {
    parameters = new LinkedHashMap<>(parameters);
    required = List.copyOf(required);
  }

  static Tool reading(String name, String description, Action action) {
    return new Tool(name, description, true, Map.of(), List.of(), action);
  }

  static Tool acting(String name, String description, Action action) {
    return new Tool(name, description, false, Map.of(), List.of(), action);
  }

  /** Adds an argument that may be left out. */
  Tool optional(String key, Map<String, Object> schema) {
    Map<String, Map<String, Object>> more = new LinkedHashMap<>(parameters);
    more.put(key, schema);
    return new Tool(name, description, reads, more, required, action);
  }

  /** Adds an argument that must be given. */
  Tool required(String key, Map<String, Object> schema) {
    Tool more = optional(key, schema);
    List<String> keys = new java.util.ArrayList<>(required);
    keys.add(key);
    return new Tool(name, description, reads, more.parameters, keys, action);
  }

  /** Returns the JSON Schema of all arguments; others are refused. */
  Map<String, Object> schema() {
    return Map.of(
        "type",
        "object",
        "properties",
        parameters,
        "required",
        required,
        "additionalProperties",
        false);
  }

  static Map<String, Object> text(String description) {
    return Map.of("type", "string", "minLength", 1, "maxLength", 200, "description", description);
  }

  static Map<String, Object> flag(String description) {
    return Map.of("type", "boolean", "description", description);
  }

  static Map<String, Object> number(int min, int max, int standard, String description) {
    return Map.of(
        "type", "integer",
        "minimum", min,
        "maximum", max,
        "default", standard,
        "description", description);
  }

  static Map<String, Object> texts(String description) {
    return Map.of(
        "type",
        "array",
        "items",
        Map.of("type", "string", "minLength", 1, "maxLength", 200),
        "maxItems",
        20,
        "description",
        description);
  }
}
