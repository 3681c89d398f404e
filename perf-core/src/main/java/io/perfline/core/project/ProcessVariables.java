package io.perfline.core.project;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.TextTemplate;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The variables of the process to which a file may refer.
 *
 * @param file the file that refers to them
 * @param values the values of all variables that are set
 */
public record ProcessVariables(Path file, Map<String, String> values)
    implements UnaryOperator<String> {

  /**
   * Returns the value of a variable.
   *
   * @throws Fault exit code 2 if it isn't set
   */
  @Override
  public String apply(String name) {
    String value = values.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw Fault.configuration(
          "%s needs the variable %s, which is not set: export %s".formatted(file, name, name));
    }
    return value;
  }

  /**
   * Returns texts in which variables have been replaced by their values.
   *
   * @throws Fault exit code 2 if one of them isn't set
   */
  public Map<String, String> fill(Map<String, TextTemplate> texts) {
    Map<String, String> filled = new TreeMap<>();
    texts.forEach((name, text) -> filled.put(name, text.fill(this)));
    return filled;
  }
}
