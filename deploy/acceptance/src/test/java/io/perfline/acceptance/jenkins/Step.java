package io.perfline.acceptance.jenkins;

import groovy.lang.Closure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One call that a pipeline made: a section ({@code stages}), a directive ({@code options}) or a
 * step ({@code sh}), with what was called inside its braces.
 *
 * @param values its arguments without a name
 * @param named its arguments with one
 */
record Step(String name, List<Object> values, Map<String, Object> named, List<Step> children) {

  /** The step of a call, with nothing inside yet; the trailing braces are no argument of it. */
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

  /** What Groovy calls a string may be a template; what Jenkins gets is its text. */
  private static Object plain(Object value) {
    return value instanceof CharSequence text ? text.toString() : value;
  }

  /** The named argument, or the only one without a name. */
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

  /** This step and all inside it, in the order of the calls. */
  Stream<Step> all() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(Step::all));
  }

  List<Step> all(String wanted) {
    return all().filter(step -> step.name.equals(wanted)).toList();
  }

  /** The one child of that name. */
  Step child(String wanted) {
    return only(step -> step.name.equals(wanted), wanted);
  }

  /** The stage of that title, however deep. */
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
