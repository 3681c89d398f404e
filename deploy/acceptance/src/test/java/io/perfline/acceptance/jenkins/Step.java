package io.perfline.acceptance.jenkins;

import groovy.lang.Closure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One call of a pipeline: a section ({@code stages}), a directive ({@code options}) or a step
 * ({@code sh}), with the calls inside its braces.
 *
 * @param values positional arguments
 * @param named named arguments
 */
record Step(String name, List<Object> values, Map<String, Object> named, List<Step> children) {

  /** Creates a step without children; a trailing closure is not an argument. */
  static Step of(String name, Object[] arguments) {
    List<Object> values = new ArrayList<>();
    Map<String, Object> named = new LinkedHashMap<>();
    for (Object argument : arguments) {
      if (argument instanceof Map<?, ?> map) {
        map.forEach((key, value) -> named.put(key.toString(), plain(value)));
      } else if (!(argument instanceof Closure)) {
        values.add(plain(argument));
      }
    }
    return new Step(name, values, named, new ArrayList<>());
  }

  /** Converts Groovy's string templates to text. */
  private static Object plain(Object value) {
    return value instanceof CharSequence text ? text.toString() : value;
  }

  /** Returns a named argument, or the only positional one. */
  Object argument(String key) {
    if (named.containsKey(key)) {
      return named.get(key);
    }
    return values.size() == 1 ? values.get(0) : null;
  }

  String text(String key) {
    Object value = argument(key);
    return value == null ? null : value.toString();
  }

  /** Returns this step and all its descendants in the order of the calls. */
  Stream<Step> all() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(Step::all));
  }

  List<Step> all(String wanted) {
    return all().filter(step -> step.name.equals(wanted)).toList();
  }

  /** Returns the only child of a name. */
  Step child(String wanted) {
    return only(step -> step.name.equals(wanted), wanted);
  }

  /** Returns the stage of a title at any depth. */
  Step stage(String title) {
    return all("stage").stream()
        .filter(stage -> title.equals(stage.text("name")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no stage '" + title + "'"));
  }

  private Step only(Predicate<Step> wanted, String description) {
    List<Step> found = children.stream().filter(wanted).toList();
    if (found.size() != 1) {
      throw new AssertionError(
          "%d times '%s' in '%s', not once".formatted(found.size(), description, name));
    }
    return found.get(0);
  }
}
