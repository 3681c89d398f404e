package io.perfline.core.yaml;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A mapping that is read into a record. The record declares the format: each component with a
 * {@link Key} is a key with its meaning, default and bounds. A missing key without a default is
 * null, an empty list or map, 0 or false.
 *
 * <p>Other components get their values by their types or names: a {@link SourcePosition} is that of
 * the mapping or of the key that {@link Key.At} names, {@code name} is the name that the mapping
 * has in its file, and {@code file} is the file.
 */
public final class RecordSchema {

  /** A record whose keys depend on each other. */
  public interface Checked {

    /** Reports errors that concern several keys; missing and invalid keys have no value. */
    void check(ParsedObject parsed);
  }

  private record Part(
      RecordComponent component, Property<?> property, Node defaultValue, RecordSchema inline) {

    private Object value(ParsedObject parsed) {
      Class<?> type = component.getType();
      Object value = null;
      if (inline != null) {
        value = inline.build(parsed);
      } else if (property == null) {
        value = given(type, parsed);
      } else if (parsed.has(property.name())) {
        value = parsed.get(property);
      } else if (defaultValue != null) {
        value = property.readValue(defaultValue, parsed.context());
      }
      return value == null ? ABSENT.get(type) : value;
    }

    private Object given(Class<?> type, ParsedObject parsed) {
      Key.At at = component.getAnnotation(Key.At.class);
      ParseContext context = parsed.context();
      if (type == SourcePosition.class) {
        return at == null ? parsed.position() : parsed.position(at.value());
      } else if (component.getName().equals("file")) {
        return type == Path.class ? Path.of(context.file()) : context.file();
      }
      return component.getName().equals("name") ? context.name() : null;
    }
  }

  private static final Map<Class<?>, Object> ABSENT =
      Map.of(
          List.class,
          List.of(),
          Map.class,
          Map.of(),
          int.class,
          0,
          double.class,
          0.0,
          boolean.class,
          false);

  private final Class<? extends Record> type;
  private final Map<?, Schema<?>> kinds;
  private final List<Part> parts = new ArrayList<>();

  private RecordSchema(Class<? extends Record> type, Map<?, Schema<?>> kinds, Set<String> without) {
    this.type = type;
    this.kinds = kinds;
    for (RecordComponent component : type.getRecordComponents()) {
      Key key = component.getAnnotation(Key.class);
      Key.Inline inline = component.getAnnotation(Key.Inline.class);
      if (inline != null) {
        RecordSchema other =
            new RecordSchema(recordType(component.getType()), kinds, Set.of(inline.without()));
        parts.add(new Part(component, null, null, other));
      } else if (key == null || without.contains(name(component, key))) {
        parts.add(new Part(component, null, null, null));
      } else {
        String value = key.defaultValue();
        String yaml = value.startsWith(">") || value.startsWith("<") ? '"' + value + '"' : value;
        Node defaultValue = value.isEmpty() ? null : YamlFile.parse("a default", yaml);
        parts.add(new Part(component, property(component, key), defaultValue, null));
      }
    }
  }

  /**
   * Creates the schema of a record.
   *
   * @param kinds the schemas of values, by their type or by the name in {@link Key#kind}
   */
  public static <R extends Record> Schema<R> of(Class<R> type, Map<?, Schema<?>> kinds) {
    return of(noun(type, ""), type, kinds, Set.of(), (value, parsed) -> value);
  }

  /**
   * Creates the schema of a record from which another object is created.
   *
   * @param what a noun with its article, as in {@code a threshold}
   * @param without the keys of the record that are not allowed
   */
  public static <R extends Record, T> Schema<T> of(
      String what,
      Class<R> type,
      Map<?, Schema<?>> kinds,
      Set<String> without,
      BiFunction<R, ParsedObject, T> next) {
    RecordSchema record = new RecordSchema(type, kinds, without);
    return Schema.object(
        what, parsed -> next.apply(type.cast(record.build(parsed)), parsed), record.properties());
  }

  private List<Property<?>> properties() {
    List<Property<?>> all = new ArrayList<>();
    for (Part part : parts) {
      if (part.inline != null) {
        all.addAll(part.inline.properties());
      } else if (part.property != null) {
        all.add(part.property);
      }
    }
    return all;
  }

  private Record build(ParsedObject parsed) {
    Class<?>[] types = parts.stream().map(part -> part.component.getType()).toArray(Class[]::new);
    Object[] values = parts.stream().map(part -> part.value(parsed)).toArray();
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      Record record = constructor.newInstance(values);
      if (record instanceof Checked checked) {
        checked.check(parsed);
      }
      return record;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
    }
  }

  private static String name(RecordComponent component, Key key) {
    return key.name().isEmpty()
        ? component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT)
        : key.name();
  }

  private Property<?> property(RecordComponent component, Key key) {
    String value = key.defaultValue();
    String meaning = value.isEmpty() ? key.value() : key.value() + " The default is " + value + ".";
    return new Property<>(name(component, key), key.required(), schema(component, key), meaning);
  }

  private Schema<?> schema(RecordComponent component, Key key) {
    if (!key.kind().isEmpty()) {
      return kinds.get(key.kind());
    } else if (component.getGenericType() instanceof ParameterizedType container
        && !kinds.containsKey(container.getRawType())) {
      Type[] types = container.getActualTypeArguments();
      Schema<?> item = value((Class<?>) types[types.length - 1], key, component);
      Key.Names names = component.getAnnotation(Key.Names.class);
      return names == null
          ? Schema.listOf(item)
          : Schema.named(
              names.value(), names.letters(), names.form(), names.inFile(), name -> item);
    }
    return value(component.getType(), key, component);
  }

  private Schema<?> value(Class<?> value, Key key, RecordComponent component) {
    if (kinds.containsKey(value)) {
      return kinds.get(value);
    } else if (value == Duration.class) {
      return Scalars.duration().withVariables();
    } else if (value == LocalDate.class) {
      return Scalars.date();
    } else if (value == boolean.class) {
      return Scalars.bool();
    } else if (value == int.class) {
      return Scalars.integer(key.what(), key.min(), key.max()).withVariables();
    } else if (value == String.class) {
      return Scalars.text(key.what(), key.form(), text -> text);
    } else if (value == TextTemplate.class) {
      return Scalars.template(key.what(), key.form());
    } else if (value == UnreadValue.class) {
      return Schema.later(key.what());
    } else if (value.isEnum()) {
      return Scalars.oneOf(
          key.what(),
          Arrays.asList(value.getEnumConstants()),
          word -> word.toString().toLowerCase(Locale.ROOT));
    }
    String what = noun(value, name(component, key));
    return of(what, recordType(value), kinds, Set.of(), (record, parsed) -> record);
  }

  private static String noun(Class<?> type, String defaultNoun) {
    Key.Noun noun = type.getAnnotation(Key.Noun.class);
    return noun == null ? defaultNoun : noun.value();
  }

  private static Class<? extends Record> recordType(Class<?> type) {
    return type.asSubclass(Record.class);
  }
}
