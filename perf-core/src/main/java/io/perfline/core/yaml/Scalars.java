package io.perfline.core.yaml;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** The schemas of values that are a single scalar of YAML. */
public final class Scalars {

  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1000L, "min", 60_000L, "h", 3_600_000L);

  private Scalars() {}

  /**
   * Creates the schema of a scalar.
   *
   * @param tags the YAML types that it may have; empty for any
   * @param parser parses the text; an {@link IllegalArgumentException} explains an error
   */
  private static <T> Schema<T> scalar(
      String what, List<Tag> tags, Supplier<ObjectNode> json, Function<String, T> parser) {
    Schema.Reader<T> reader =
        (node, context) -> {
          boolean wrongType = !tags.isEmpty() && !tags.contains(node.getTag());
          if (node instanceof ScalarNode scalar && !Tag.NULL.equals(node.getTag()) && !wrongType) {
            try {
              return parser.apply(scalar.getValue());
            } catch (IllegalArgumentException e) {
              context.fault(context.position(node), e.getMessage());
              return null;
            }
          }
          String found = "expected %s, found %s".formatted(what, context.describe(node));
          if (node instanceof ScalarNode && !Tag.NULL.equals(node.getTag())) {
            String quotes = tags.contains(Tag.STR) ? "; put it in quotes" : "";
            found += ", which YAML takes for %s%s".formatted(type(node.getTag()), quotes);
          }
          context.fault(context.position(node), found);
          return null;
        };
    return new Schema<>(what, reader, json, false);
  }

  private static String type(Tag tag) {
    String name = tag.getValue();
    return switch (name.substring(name.lastIndexOf(':') + 1)) {
      case "int", "float" -> "a number";
      case "bool" -> "true or false";
      case "timestamp" -> "a date";
      case "str" -> "text";
      default -> name;
    };
  }

  private static IllegalArgumentException unexpected(String what, String text) {
    return new IllegalArgumentException("expected %s, found '%s'".formatted(what, text));
  }

  /**
   * Creates the schema of a text.
   *
   * @param what a noun with its article and an example
   * @param pattern the regular expression for the JSON Schema
   * @param parser parses and checks the text; an {@link IllegalArgumentException} explains an error
   */
  public static <T> Schema<T> text(String what, String pattern, Function<String, T> parser) {
    Pattern whole = Pattern.compile(pattern);
    return scalar(
        what,
        List.of(Tag.STR),
        () -> Schema.type("string").put("pattern", pattern),
        text -> {
          T value = parser.apply(text);
          if (!whole.matcher(text).find()) {
            throw unexpected(what, text);
          }
          return value;
        });
  }

  /** Creates the schema of a scalar that matches a pattern, whatever its YAML type. */
  public static <T> Schema<T> plain(String what, Pattern form, Function<Matcher, T> parser) {
    return scalar(
        what,
        List.of(),
        JsonNodeFactory.instance::objectNode,
        text -> {
          Matcher match = form.matcher(text);
          if (!match.matches()) {
            throw unexpected(what, text);
          }
          return parser.apply(match);
        });
  }

  /**
   * Creates the schema of a text that may contain {@code ${name}}. Error messages never contain the
   * text.
   */
  public static Schema<TextTemplate> template(String what, String form) {
    Pattern pattern = Pattern.compile(form, Pattern.DOTALL);
    return Schema.of(
        what,
        (node, context) -> {
          boolean text = node instanceof ScalarNode && !Tag.NULL.equals(node.getTag());
          String value = text ? ((ScalarNode) node).getValue() : "";
          if (!text || !pattern.matcher(value).matches()) {
            context.fault(context.position(node), "expected " + what);
            return null;
          }
          return TextTemplate.of(value, context.position(node));
        });
  }

  public static <T> Schema<T> oneOf(String what, Map<String, T> words) {
    return scalar(
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
                "%s%s; allowed: %s"
                    .formatted(
                        unexpected(what, text).getMessage(),
                        Suggestion.of(text, words.keySet()),
                        String.join(", ", words.keySet())));
          }
          return value;
        });
  }

  /** Creates the schema of one of {@code values}, each of which is written as its {@code word}. */
  public static <T> Schema<T> oneOf(String what, Iterable<T> values, Function<T, String> word) {
    Map<String, T> words = new LinkedHashMap<>();
    values.forEach(value -> words.put(word.apply(value), value));
    return oneOf(what, words);
  }

  public static Schema<Integer> integer(String what, int min, int max) {
    String range = min == max ? "to be " + min : "from " + min + " to " + max;
    return scalar(
        what,
        List.of(Tag.INT),
        () -> Schema.type("integer").put("minimum", min).put("maximum", max),
        text -> {
          if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
              return number;
            }
          }
          throw unexpected(what + " " + range, text);
        });
  }

  /** Creates the schema of {@code true} or {@code false}. */
  public static Schema<Boolean> bool() {
    return scalar(
        "true or false",
        List.of(Tag.BOOL),
        () -> {
          ObjectNode schema = JsonNodeFactory.instance.objectNode();
          schema.putArray("enum").add(true).add(false);
          return schema;
        },
        text -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw unexpected("true or false", text);
          }
          return text.equals("true");
        });
  }

  /** Creates the schema of a day, as in {@code 2026-12-31}. */
  public static Schema<LocalDate> date() {
    String pattern = "^\\d{4}-\\d{2}-\\d{2}$";
    String what = "a day such as 2026-12-31";
    return scalar(
        what,
        List.of(Tag.TIMESTAMP, Tag.STR),
        () -> Schema.type("string").put("pattern", pattern).put("format", "date"),
        text -> {
          if (!text.matches(pattern)) {
            throw unexpected(what, text);
          }
          try {
            return LocalDate.parse(text);
          } catch (DateTimeException e) {
            throw new IllegalArgumentException("there is no such day as '" + text + "'", e);
          }
        });
  }

  /** Creates the schema of a length of time with its unit. */
  public static Schema<Duration> duration() {
    return plain(
        "a time with its unit (ms, s, min or h) such as '8 s'",
        Pattern.compile("(\\d{1,9})\\s*(ms|s|min|h)"),
        time -> Duration.ofMillis(Long.parseLong(time.group(1)) * MILLIS.get(time.group(2))));
  }
}
