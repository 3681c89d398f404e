package io.perfline.core.project.needs;

import io.perfline.core.yaml.Suggestion;
import io.perfline.core.yaml.TextTemplate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of the variables that needs define, such as {@code db.port}. They are replaced in
 * texts of {@code perf.yml} before a shell reads them; other variables are left to the shell.
 *
 * @param values the values by name, without <code>${}</code>
 */
public record NeedVariables(Map<String, String> values) {

  /** The variable with the name of the build: {@code candidate} or {@code baseline}. */
  public static final String SIDE = "SIDE";

  /** No variables at all, as without needs. */
  public static final NeedVariables NONE = new NeedVariables(Map.of());

  /** The parts of a need that are variables: its host, its port and its folder. */
  private static final List<String> PARTS = List.of("host", "port", "dir");

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(([a-z][a-z0-9_-]*)\\.([A-Za-z0-9_]*)|[A-Z][A-Z_]*)}");

  public NeedVariables {
    values = Map.copyOf(values);
  }

  /** Returns these variables and another one. */
  public NeedVariables with(String name, String value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, value);
    return new NeedVariables(more);
  }

  /** Returns a text in which the known variables are replaced; null for null. */
  public String fill(String text) {
    return text == null
        ? null
        : REFERENCE
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }

  /** Returns a text in which the known variables are replaced; null for null. */
  public TextTemplate fill(TextTemplate text) {
    return text == null ? null : TextTemplate.of(fill(text.toString()), text.position());
  }

  /** Returns whether a name has the form of a need's variable, such as {@code db.port}. */
  public static boolean isOfNeed(String name) {
    return name.matches("[a-z][a-z0-9_-]*\\.[A-Za-z0-9_]*");
  }

  /** Returns whether a text contains a variable that has another value for each build. */
  public static boolean isUsedIn(String text) {
    return text != null
        && REFERENCE
            .matcher(text)
            .results()
            .anyMatch(found -> found.group(2) != null || found.group(1).equals(SIDE));
  }

  /**
   * Returns what is wrong with the first variable of a need in a text that does not exist; empty if
   * all exist.
   *
   * @param needs the names of the needs
   */
  public static Optional<String> fault(String text, Collection<String> needs) {
    return REFERENCE
        .matcher(text)
        .results()
        .filter(found -> found.group(2) != null)
        .map(found -> fault(found.group(2), found.group(3), needs))
        .filter(fault -> !fault.isEmpty())
        .findFirst();
  }

  private static String fault(String need, String part, Collection<String> needs) {
    if (!needs.contains(need)) {
      return "there is no need '%s'%s: 'needs' defines %s"
          .formatted(
              need,
              Suggestion.of(need, needs),
              needs.isEmpty() ? "none" : String.join(", ", needs));
    }
    return PARTS.contains(part)
        ? ""
        : "the need '%s' has no '%s'%s: it has %s"
            .formatted(need, part, Suggestion.of(part, PARTS), String.join(", ", PARTS));
  }
}
