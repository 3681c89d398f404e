package io.perfline.core.project;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A variable of the process that a load needs.
 *
 * @param position the position where it is used
 * @param isNumber whether its value is inserted as a JSON number
 */
public record RequiredVariable(String name, SourcePosition position, boolean isNumber) {

  private static final String STACK = "PERF_";

  /**
   * Returns the variables in texts.
   *
   * @param known the names that get their values while the load runs
   */
  static List<RequiredVariable> in(Collection<TextTemplate> texts, Set<String> known) {
    List<RequiredVariable> found = new ArrayList<>();
    for (TextTemplate text : texts) {
      for (String name : text.names()) {
        if (TextTemplate.isVariable(name) && !known.contains(name)) {
          found.add(new RequiredVariable(name, text.position(), false));
        }
      }
    }
    return found;
  }

  /** Returns this variable with the requirement that its value is a number. */
  RequiredVariable ofNumber() {
    return new RequiredVariable(name, position, true);
  }

  /**
   * Checks that variables are set, except those of the local stack, whose values are known only
   * when it runs.
   *
   * @param values the values of the process variables
   * @throws Fault exit code 2, with each variable that isn't set, or isn't a number although it
   *     must be
   */
  public static void check(Collection<RequiredVariable> variables, Map<String, String> values) {
    List<String> faults =
        variables.stream()
            .filter(variable -> !variable.name.startsWith(STACK))
            .map(variable -> variable.fault(values.getOrDefault(variable.name, "")))
            .filter(fault -> !fault.isEmpty())
            .distinct()
            .toList();
    if (!faults.isEmpty()) {
      throw Fault.configuration(String.join(System.lineSeparator(), faults));
    }
  }

  private String fault(String value) {
    if (value.isEmpty()) {
      return "%s: the variable %s is not set: export %s=…".formatted(position, name, name);
    }
    return isNumber && !JsonNumbers.isNumber(value)
        ? "%s: the variable %s is not a number of JSON: %s"
            .formatted(position, name, JsonNumbers.REMEDY)
        : "";
  }
}
