package io.perfline.core.project;

import io.perfline.core.yaml.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with {@code ${name}} in it.
 *
 * @param parts texts and names in turn, a text first and last
 * @param place where it stands
 */
public record TextTemplate(List<String> parts, SourcePosition place) {

  /** A random UUID, another each time. */
  public static final String UUID = "uuid";

  /** The time in milliseconds since 1970. */
  public static final String NOW = "now";

  private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]*");

  /** Takes a text apart. */
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

  /** The names in it, in their order. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i < parts.size(); i += 2) {
      names.add(parts.get(i));
    }
    return names;
  }

  /** Whether a name that nothing else has means a variable of the process. */
  public static boolean isVariable(String name) {
    return VARIABLE.matcher(name).matches();
  }

  /** As it stands in the file. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(parts.get(0));
    for (int i = 1; i < parts.size(); i += 2) {
      text.append("${").append(parts.get(i)).append('}').append(parts.get(i + 1));
    }
    return text.toString();
  }
}
