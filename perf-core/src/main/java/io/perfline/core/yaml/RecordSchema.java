package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A mapping that is read into a record. The record declares the format: each component with a
 * {@link Key} is a key, with its default and its meaning.
 *
 * <p>A component without a {@code Key} has a value that does not come from the mapping; one of type
 * {@link SourcePosition} is the place of the mapping. A key that is absent and has no default is
 * null, an empty list or map, 0 or false.
 *
 * @param <R> the record
 */
public final class RecordSchema<R extends Record> implements Schema<R> {

  /** Checks several keys together, once every required key has a value. */
  public interface Check<R> {
    void check(R value, ParsedObject parsed);
  }

  private final Class<R> type;
  private final RecordComponent[] components;
  private final Map<String, ?> given;
  private final Property<?>[] keys;
  private final Object[] defaults;
  private final Check<R> check;
  private final ObjectSchema<R> object;

  private RecordSchema(
      String what,
      Class<R> type,
      Map<String, Schema<?>> kinds,
      Map<String, ?> given,
      Check<R> check) {
    this.type = type;
    this.given = given;
    this.check = check;
    components = type.getRecordComponents();
    keys = new Property<?>[components.length];
    defaults = new Object[components.length];
    List<Property<?>> all = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      Key key = components[i].getAnnotation(Key.class);
      if (key != null) {
        Schema<?> kind = kind(components[i], kinds);
        keys[i] = property(components[i], key, kind);
        defaults[i] = absent(components[i].getType(), key, kind);
        all.add(keys[i]);
      }
    }
    object = ObjectSchema.always(what, this::build, all);
  }

  /**
   * A record of which every component is a key.
   *
   * @param what a noun with its article, as in {@code a threshold}
   * @param kinds the values of components, by their names; durations and booleans need none
   * @param check of several keys together
   */
  public static <R extends Record> RecordSchema<R> of(
      String what, Class<R> type, Map<String, Schema<?>> kinds, Check<R> check) {
    return of(what, type, kinds, Map.of(), check);
  }

  /**
   * A record of which some components are not keys.
   *
   * @param given the values of those components, by name
   */
  public static <R extends Record> RecordSchema<R> of(
      String what,
      Class<R> type,
      Map<String, Schema<?>> kinds,
      Map<String, ?> given,
      Check<R> check) {
    return new RecordSchema<>(what, type, kinds, given, check);
  }

  private static Schema<?> kind(RecordComponent component, Map<String, Schema<?>> kinds) {
    Schema<?> kind = kinds.get(component.getName());
    if (kind != null) {
      return kind;
    } else if (component.getType() == Duration.class) {
      return Schemas.duration();
    } else if (component.getType() == boolean.class) {
      return Schemas.bool();
    }
    throw new IllegalStateException("no schema for " + component);
  }

  private static Property<?> property(RecordComponent component, Key key, Schema<?> kind) {
    String name =
        key.name().isEmpty()
            ? component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT)
            : key.name();
    String meaning =
        key.otherwise().isEmpty() ? key.value() : key.value() + " Default " + key.otherwise() + ".";
    return key.required()
        ? Property.required(name, kind, meaning)
        : Property.optional(name, kind, meaning);
  }

  private static Object absent(Class<?> type, Key key, Schema<?> kind) {
    if (!key.otherwise().isEmpty()) {
      boolean block = key.otherwise().startsWith(">");
      String yaml = block ? '"' + key.otherwise() + '"' : key.otherwise();
      ParseContext context = new ParseContext("a default");
      Object value = kind.read(YamlFile.parse("a default", yaml), context);
      context.finish();
      return value;
    } else if (type == List.class) {
      return List.of();
    } else if (type == Map.class) {
      return Map.of();
    } else if (type == int.class) {
      return 0;
    }
    return type == boolean.class ? false : null;
  }

  private R build(ParsedObject parsed) {
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      if (keys[i] != null) {
        values[i] = parsed.has(keys[i]) ? parsed.get(keys[i]) : defaults[i];
      } else {
        values[i] =
            types[i] == SourcePosition.class ? parsed.place() : given.get(components[i].getName());
      }
    }
    try {
      R value = type.getDeclaredConstructor(types).newInstance(values);
      if (isComplete(parsed)) {
        check.check(value, parsed);
      }
      return value;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
    }
  }

  private boolean isComplete(ParsedObject parsed) {
    return Stream.of(keys).allMatch(key -> key == null || !key.required() || parsed.has(key));
  }

  @Override
  public R read(Node node, ParseContext context) {
    return object.read(node, context);
  }

  @Override
  public ObjectNode schema() {
    return object.schema();
  }

  @Override
  public String what() {
    return object.what();
  }
}
