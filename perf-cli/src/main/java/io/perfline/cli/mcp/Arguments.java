package io.perfline.cli.mcp;

import io.perfline.core.command.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The arguments of a call, whose types its schema has checked.
 *
 * @param values the arguments by their names
 */
record Arguments(Map<String, Object> values) {

  /** A name can't be mistaken for an option, or for a file with arguments ({@code @FILE}). */
  private static final Pattern NAME = Pattern.compile("[^-@\\s\\p{Cntrl}][^\\p{Cntrl}]{0,199}");

  Arguments {
    values = values == null ? Map.of() : Map.copyOf(values);
  }

  /**
   * Returns a name.
   *
   * @throws Fault exit code 2 if it is missing or not a name
   */
  String name(String key) {
    return optionalName(key)
        .orElseThrow(() -> Fault.configuration("the argument '%s' is missing".formatted(key)));
  }

  Optional<String> optionalName(String key) {
    return Optional.ofNullable(values.get(key)).map(value -> checked(key, value));
  }

  List<String> names(String key) {
    return values.get(key) instanceof List<?> list
        ? list.stream().map(value -> checked(key, value)).toList()
        : List.of();
  }

  private static String checked(String key, Object value) {
    if (!(value instanceof String text) || !NAME.matcher(text).matches()) {
      throw Fault.configuration(
          "the argument '%s' is not a name: it begins with '-', '@' or a space, contains control characters, or is empty or too long"
              .formatted(key));
    }
    return text;
  }

  boolean flag(String key) {
    return Boolean.TRUE.equals(values.get(key));
  }

  int number(String key, int standard) {
    return values.get(key) instanceof Number number ? number.intValue() : standard;
  }
}
