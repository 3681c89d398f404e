package io.perfline.core.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text that contains names in the form {@code ${name}}. Only this class parses that syntax.
 *
 * @param parts texts and names alternately, starting and ending with a text
 * @param position the position of the text in its file
 */
public record TextTemplate(List<String> parts, SourcePosition position) {

  /** The name whose value is a random UUID, which differs each time. */
  public static final String UUID = "uuid";

  /** The name whose value is the current time in milliseconds since 1970. */
  public static final String NOW = "now";

  private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]*");

  /** Splits a text at the names in it. */
  public static TextTemplate of(String text, SourcePosition position) {
    List<String> parts = new ArrayList<>();
    Matcher name = NAME.matcher(text);
    int from = 0;
    while (name.find()) {
      parts.add(text.substring(from, name.start()));
      parts.add(name.group(1));
      from = name.end();
    }
    parts.add(text.substring(from));
    return new TextTemplate(List.copyOf(parts), position);
  }

  /** Returns the names in their order. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i < parts.size(); i += 2) {
      names.add(parts.get(i));
    }
    return names;
  }

  /** Returns whether the text consists of exactly one name. */
  public boolean isNameAlone() {
    return parts.size() == 3 && isWellFormed() && parts.get(0).isEmpty() && parts.get(2).isEmpty();
  }

  /** Returns whether every <code>${</code> starts a name of letters, digits and '_'. */
  public boolean isWellFormed() {
    for (int i = 0; i < parts.size(); i++) {
      boolean name = i % 2 == 1;
      if (name ? !IDENTIFIER.matcher(parts.get(i)).matches() : parts.get(i).contains("${")) {
        return false;
      }
    }
    return true;
  }

  /** Returns the text with every name replaced by its value. */
  public String fill(UnaryOperator<String> values) {
    StringBuilder filled = new StringBuilder(parts.get(0));
    for (int i = 1; i < parts.size(); i += 2) {
      filled.append(values.apply(parts.get(i))).append(parts.get(i + 1));
    }
    return filled.toString();
  }

  /** Returns whether a name without another meaning is that of a process variable. */
  public static boolean isVariable(String name) {
    return VARIABLE.matcher(name).matches();
  }

  /** Returns the text as it was written. */
  @Override
  public String toString() {
    return fill(name -> "${" + name + "}");
  }
}
