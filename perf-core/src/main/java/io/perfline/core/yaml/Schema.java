package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The values that one place of a file may contain.
 *
 * @param <T> the type that it is read into
 */
public final class Schema<T> {

  /** Reads a node; null after reporting an error. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(Node node, ParseContext context);
  }

  /** Creates the schema of the value that a name has. */
  @FunctionalInterface
  public interface Item<T> extends Function<String, Schema<T>> {}

  private final String what;
  private final Reader<T> reader;
  private final Supplier<ObjectNode> json;
  private final boolean checksSecrets;

  Schema(String what, Reader<T> reader, Supplier<ObjectNode> json, boolean checksSecrets) {
    this.what = what;
    this.reader = reader;
    this.json = json;
    this.checksSecrets = checksSecrets;
  }

  /** Creates a schema that only {@code reader} checks; the JSON Schema allows anything. */
  public static <T> Schema<T> of(String what, Reader<T> reader) {
    return new Schema<>(what, reader, JsonNodeFactory.instance::objectNode, false);
  }

  /** Reads a node; null after reporting an error. */
  public T read(Node node, ParseContext context) {
    return reader.read(node, context);
  }

  /** Returns the allowed values as a noun, for an error message. */
  public String what() {
    return what;
  }

  public ObjectNode json() {
    return json.get();
  }

  /**
   * Returns whether this schema itself checks its value for secrets. All other values are checked
   * by the names of their keys, see {@link SecretNames}.
   */
  boolean checksSecrets() {
    return checksSecrets;
  }

  /**
   * Returns this schema for a value that is not checked by the name of its key: either the schema
   * itself refuses secrets, or the value is expected in a response and so is not a secret.
   */
  public Schema<T> checkingSecrets() {
    return new Schema<>(what, reader, json, true);
  }

  /** Returns a schema for the same values that converts them with {@code next}. */
  public <R> Schema<R> then(Function<? super T, R> next) {
    Reader<R> mapped =
        (node, context) -> {
          T value = reader.read(node, context);
          return value == null ? null : next.apply(value);
        };
    return new Schema<>(what, mapped, json, checksSecrets);
  }

  /**
   * Returns this schema for a value that may contain process variables, such as {@code
   * ${SHOP_URL}}. They are replaced if the context contains their values.
   */
  public Schema<T> withVariables() {
    Reader<T> filled =
        (node, context) -> {
          TextTemplate text = context.templateIn(node);
          if (text == null) {
            return reader.read(node, context);
          }
          Node value = context.fill((ScalarNode) node, text);
          return value == null
              ? null
              : context.hidingFaults(
                  "the value of %s is not %s".formatted(text, what),
                  text.position(),
                  () -> reader.read(value, context));
        };
    return new Schema<>(what, filled, json, checksSecrets);
  }

  /**
   * Returns this schema with a JSON Schema that allows a scalar, or whatever another schema allows.
   *
   * @param other the other schema, which need not exist before the first use
   */
  public Schema<T> orAs(Supplier<Schema<?>> other) {
    return new Schema<>(
        what,
        reader,
        () -> {
          ObjectNode schema = JsonNodeFactory.instance.objectNode();
          ArrayNode either = schema.putArray("anyOf");
          either.addObject().putArray("type").add("string").add("number").add("boolean");
          either.add(other.get().json());
          return schema;
        },
        checksSecrets);
  }

  static ObjectNode type(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  /** Creates the schema of a value that is read only when the rest of the file is known. */
  public static Schema<UnreadValue> later(String what) {
    return of(what, (node, context) -> new UnreadValue(node));
  }

  /**
   * Creates the schema of a list of one or more {@code item}s, because an empty list would be a
   * mistake.
   */
  public static <T> Schema<List<T>> listOf(Schema<T> item) {
    String what = "a list, each entry " + item.what;
    Reader<List<T>> reader =
        (node, context) -> {
          if (!(node instanceof SequenceNode list) || list.getValue().isEmpty()) {
            refuseEmpty(what, node instanceof SequenceNode, "an empty one", node, context);
            return null;
          }
          List<T> values = new ArrayList<>();
          list.getValue().forEach(one -> values.add(item.read(one, context)));
          values.removeIf(value -> value == null);
          return List.copyOf(values);
        };
    return new Schema<>(
        what, reader, () -> type("array").put("minItems", 1).set("items", item.json()), false);
  }

  private static void refuseEmpty(
      String what, boolean isEmpty, String empty, Node node, ParseContext context) {
    context.fault(
        context.position(node),
        "expected %s, found %s".formatted(what, isEmpty ? empty : context.describe(node)));
  }

  /** Creates the schema of one {@code item}, or of a list of them. */
  public static <T> Schema<List<T>> oneOrMore(Schema<T> item) {
    return of(
        item.what,
        (node, context) ->
            node instanceof SequenceNode
                ? listOf(item).read(node, context)
                : item.then(List::of).read(node, context));
  }

  /**
   * Creates the schema of one or more names with their values.
   *
   * @param noun the noun for an entry with such a name
   * @param letters the characters of a name, for a message
   * @param pattern the regular expression of a name
   * @param inFile whether a name may occur only once in the whole file, rather than only in its map
   */
  public static <T> Schema<Map<String, T>> named(
      String noun, String letters, String pattern, boolean inFile, Item<T> item) {
    String what = "names, each with " + item.apply("").what;
    Reader<Map<String, T>> reader =
        (node, context) -> {
          if (!(node instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
            refuseEmpty(what, node instanceof MappingNode, "an empty mapping", node, context);
            return null;
          }
          Map<String, T> values = new LinkedHashMap<>();
          for (NodeTuple tuple : mapping.getValue()) {
            SourcePosition at = context.position(tuple.getKeyNode());
            String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
            if (!name.matches(pattern)) {
              context.fault(at, "expected a name of %s, found '%s'".formatted(letters, name));
            } else if (inFile) {
              context.define(noun, name, at);
            } else if (values.containsKey(name)) {
              context.fault(at, "the %s '%s' occurs twice".formatted(noun, name));
            }
            Property<T> entry = Property.optional(name, item.apply(name), "");
            values.put(name, entry.readValue(tuple.getValueNode(), context));
          }
          return Collections.unmodifiableMap(values);
        };
    return new Schema<>(
        what,
        reader,
        () -> {
          ObjectNode schema = type("object").put("minProperties", 1);
          schema.put("additionalProperties", false);
          schema.putObject("patternProperties").set(pattern, item.apply("").json());
          return schema;
        },
        false);
  }

  /**
   * Creates the schema of a mapping with known keys.
   *
   * @param what a noun with its article, as in {@code a threshold}
   * @param build creates the value; also called if there were errors, so that it can report more,
   *     but missing and invalid keys have no value; may return null
   */
  public static <T> Schema<T> object(
      String what, Function<ParsedObject, T> build, List<? extends Property<?>> keys) {
    ObjectReader<T> object = new ObjectReader<>(what, build, keys);
    return new Schema<>(what, object::read, object::json, false);
  }

  /** Creates the schema of some keys and their values. */
  public static <T> Schema<Map<String, T>> map(
      String what, List<? extends Property<? extends T>> keys) {
    return object(what, parsed -> parsed.map(keys), keys);
  }

  /** Creates the schema of a name that must be defined somewhere in the file. */
  public static Schema<String> reference(String noun, Schema<String> name) {
    return noted(name, (node, context, text) -> context.refer(noun, text, context.position(node)));
  }

  /** Creates the schema of a name that other places of the file may refer to. */
  public static Schema<String> definition(String noun, Schema<String> name) {
    return noted(name, (node, context, text) -> context.define(noun, text, context.position(node)));
  }

  private interface Note {
    void take(Node node, ParseContext context, String text);
  }

  private static Schema<String> noted(Schema<String> name, Note note) {
    Reader<String> reader =
        (node, context) -> {
          String text = name.read(node, context);
          if (text != null) {
            note.take(node, context, text);
          }
          return text;
        };
    return new Schema<>(name.what, reader, name.json, false);
  }
}
