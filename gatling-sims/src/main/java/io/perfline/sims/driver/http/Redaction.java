package io.perfline.sims.driver.http;

import io.perfline.core.command.Secrets;
import io.perfline.core.yaml.SecretNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from requests and responses before they are shown: the values of process
 * variables, and those of headers, JSON keys and form fields whose names are names of secrets.
 */
final class Redaction implements UnaryOperator<String> {

  private static final String MASK = "…";

  /** Matches a name and its value in a header, in JSON, in a form, or in a query. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?m)^(?<header>[\\w-]+): (?<h>[^\\r\\n]+)"
              + "|\"(?<key>[\\w.-]+)\"\\s*:\\s*\"(?<j>(?:[^\"\\\\]|\\\\.)*+)\"?"
              + "|(?<=[?&\\s])(?<field>[\\w.-]+)=(?<f>[^&\\s\"]+)");

  private final UnaryOperator<String> variables;
  private final Map<String, String> values = new ConcurrentHashMap<>();

  /**
   * @param variables returns the value of a process variable
   */
  Redaction(UnaryOperator<String> variables) {
    this.variables = variables;
  }

  /** Returns the value of a variable, which is removed from then on, even if it is encoded. */
  @Override
  public String apply(String name) {
    String value = variables.apply(name);
    String shown = "${" + name + "}";
    if (!value.isEmpty()) {
      values.put(value, shown);
      values.put(URLEncoder.encode(value, StandardCharsets.UTF_8), shown);
      values.put(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"), shown);
      values.put(value.replace("\\", "\\\\").replace("\"", "\\\""), shown);
    }
    return value;
  }

  /** Returns a text without secrets. */
  String clean(String text) {
    String clean = text;
    List<String> longestFirst =
        values.keySet().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    for (String value : longestFirst) {
      clean = clean.replace(value, values.get(value));
    }
    String named =
        NAMED.matcher(clean).replaceAll(found -> Matcher.quoteReplacement(masked((Matcher) found)));
    return Secrets.masked(named);
  }

  private static String masked(Matcher found) {
    for (String[] pair : new String[][] {{"header", "h"}, {"key", "j"}, {"field", "f"}}) {
      String name = found.group(pair[0]);
      if (name != null && SecretNames.isSecret(name)) {
        String value = found.group(pair[1]);
        int from = found.start(pair[1]) - found.start();
        return found.group().substring(0, from)
            + MASK
            + found.group().substring(from + value.length());
      }
    }
    return found.group();
  }
}
