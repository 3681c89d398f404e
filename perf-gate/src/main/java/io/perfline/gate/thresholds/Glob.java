package io.perfline.gate.thresholds;

import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A pattern for the names of cases: {@code *} matches any text within one part of a name, {@code
 * **} matches any text, and {@code ?} matches one character other than a slash.
 */
public final class Glob {

  /** The form of a pattern: the simulation, then the name of a request in any load tool. */
  static final String PATTERN = "^[A-Za-z0-9_.*?-]+((/|://)[^/\\u0000-\\u001f]+)*/?$";

  private static final Pattern WILDCARD = Pattern.compile("\\*\\*|\\*|\\?|[^*?]+");

  private final String text;
  private final Pattern pattern;

  private Glob(String text, String pattern) {
    this.text = text;
    this.pattern = Pattern.compile(pattern);
  }

  public static Glob of(String text) {
    return new Glob(
        text,
        WILDCARD
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        switch (found.group()) {
                          case "**" -> ".*";
                          case "*" -> "[^/]*";
                          case "?" -> "[^/]";
                          default -> Pattern.quote(found.group());
                        })));
  }

  /** Creates a pattern with the same text that matches exactly these names. */
  public Glob meaning(Collection<String> names) {
    return new Glob(text, names.stream().map(Pattern::quote).collect(Collectors.joining("|")));
  }

  public boolean matches(String name) {
    return pattern.matcher(name).matches();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns the pattern as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
