package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;

/** The kinds that formats are made of. */
public final class Schemas {

  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1000L, "min", 60_000L, "h", 3_600_000L);

  private Schemas() {}

  private static ObjectNode type(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  /**
   * Text of a certain form.
   *
   * @param what a noun with its article and an example
   * @param pattern what JSON Schema can check of it
   * @param parser checks the rest; an {@link IllegalArgumentException} tells what is wrong
   */
  public static <T> Schema<T> text(String what, String pattern, Function<String, T> parser) {
    Pattern whole = Pattern.compile(pattern);
    return new ScalarSchema<>(
        what,
        List.of(Tag.STR),
        () -> type("string").put("pattern", pattern),
        text -> {
          T value = parser.apply(text);
          if (!whole.matcher(text).find()) {
            throw new IllegalArgumentException("expected %s, found '%s'".formatted(what, text));
          }
          return value;
        });
  }

  /** A value of a certain form, whatever YAML takes it for. */
  public static <T> Schema<T> plain(String what, Pattern form, Function<Matcher, T> parser) {
    return new ScalarSchema<>(
        what,
        List.of(),
        JsonNodeFactory.instance::objectNode,
        text -> {
          Matcher match = form.matcher(text);
          if (!match.matches()) {
            throw new IllegalArgumentException("expected %s, found '%s'".formatted(what, text));
          }
          return parser.apply(match);
        });
  }

  /** Anything: what may stand there, only the rest of the file tells. */
  public static Schema<UnreadValue> later(String what) {
    return new RawSchema(what);
  }

  /** One of a few words. */
  public static <T> Schema<T> oneOf(String what, Map<String, T> words) {
    return new ScalarSchema<>(
        what,
        List.of(),
        () -> {
          ObjectNode schema = JsonNodeFactory.instance.objectNode();
          words.keySet().forEach(schema.putArray("enum")::add);
          return schema;
        },
        text -> {
          T value = words.get(text);
          if (value == null) {
            throw new IllegalArgumentException(
                "expected %s, found '%s'%s; allowed: %s"
                    .formatted(
                        what,
                        text,
                        Suggestion.of(text, words.keySet()),
                        String.join(", ", words.keySet())));
          }
          return value;
        });
  }

  /** A whole number from {@code min} to {@code max}. */
  public static Schema<Integer> integer(String what, int min, int max) {
    String range = min == max ? "to be " + min : "from " + min + " to " + max;
    return new ScalarSchema<>(
        what,
        List.of(Tag.INT),
        () -> type("integer").put("minimum", min).put("maximum", max),
        text -> {
          if (!text.matches("\\d{1,9}") || number(text) < min || number(text) > max) {
            throw new IllegalArgumentException(
                "expected %s %s, found '%s'".formatted(what, range, text));
          }
          return number(text);
        });
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  /** {@code true} or {@code false}. */
  public static Schema<Boolean> bool() {
    return new ScalarSchema<>(
        "true or false",
        List.of(Tag.BOOL),
        () -> {
          ObjectNode schema = JsonNodeFactory.instance.objectNode();
          schema.putArray("enum").add(true).add(false);
          return schema;
        },
        text -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("expected true or false, found '" + text + "'");
          }
          return text.equals("true");
        });
  }

  /** A day, as in {@code 2026-12-31}. */
  public static Schema<LocalDate> date() {
    String pattern = "^\\d{4}-\\d{2}-\\d{2}$";
    return new ScalarSchema<>(
        "a day such as 2026-12-31",
        List.of(Tag.TIMESTAMP, Tag.STR),
        () -> type("string").put("pattern", pattern).put("format", "date"),
        text -> {
          try {
            if (text.matches(pattern)) {
              return LocalDate.parse(text);
            }
          } catch (DateTimeException e) {
            throw new IllegalArgumentException("there is no such day as '" + text + "'", e);
          }
          throw new IllegalArgumentException(
              "expected a day such as 2026-12-31, found '" + text + "'");
        });
  }

  /** A length of time with its unit. */
  public static Schema<Duration> duration() {
    return plain(
        "a time with its unit (ms, s, min or h) such as '8 s'",
        Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h)"),
        time -> Duration.ofMillis(Long.parseLong(time.group(1)) * MILLIS.get(time.group(2))));
  }

  /** A list of at least one of {@code item}. */
  public static <T> Schema<List<T>> listOf(Schema<T> item) {
    return new ListSchema<>(item);
  }

  /** Names of things of the kind {@code noun}, and what they stand for. */
  public static <T> Schema<Map<String, T>> named(String noun, Schema<T> item) {
    return named(
        noun, "letters, digits, '.', '_' and '-'", "^[A-Za-z0-9][A-Za-z0-9_.-]*$", name -> item);
  }

  /**
   * The same with names of a certain form.
   *
   * @param letters what a name may be made of
   * @param item what a name may stand for
   */
  public static <T> Schema<Map<String, T>> named(
      String noun, String letters, String pattern, Function<String, Schema<T>> item) {
    return new NamedMapSchema<>(noun, letters, pattern, item, true);
  }

  /** The same, of names that another mapping of the file may have too. */
  public static <T> Schema<Map<String, T>> namedHere(
      String noun, String letters, String pattern, Function<String, Schema<T>> item) {
    return new NamedMapSchema<>(noun, letters, pattern, item, false);
  }

  /** A value that an answer is compared with, and so not a secret. */
  public static <T> Schema<T> expected(Schema<T> value) {
    return new MappedSchema<>(value, read -> read, true);
  }

  /** A name that must stand for something of the kind {@code noun}, somewhere in the file. */
  public static Schema<String> reference(String noun, Schema<String> name) {
    return new ReferenceSchema(
        name, (context, text, position) -> context.refer(noun, text, position));
  }

  /** A name that from here on stands for something of the kind {@code noun}. */
  public static Schema<String> definition(String noun, Schema<String> name) {
    return new ReferenceSchema(
        name, (context, text, position) -> context.define(noun, text, position));
  }

  /** {@code words} in their order, for {@link #oneOf}. */
  public static <T> Map<String, T> words(Iterable<T> values, Function<T, String> word) {
    Map<String, T> words = new LinkedHashMap<>();
    values.forEach(value -> words.put(word.apply(value), value));
    return words;
  }

  static <T> List<T> nonNull(List<T> values) {
    List<T> kept = new ArrayList<>(values);
    kept.removeIf(value -> value == null);
    return List.copyOf(kept);
  }
}
