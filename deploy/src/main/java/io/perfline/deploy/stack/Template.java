package io.perfline.deploy.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A configuration file beside these classes, its <code>${name}</code> to be filled in. */
final class Template {

  /** {@code $${…}} is left for the server, with one dollar. */
  private static final Pattern VALUE = Pattern.compile("\\$(\\$\\{|\\{([a-z_]+)})");

  private Template() {}

  /**
   * @throws IllegalArgumentException when a value is missing
   */
  static String fill(String resource, Map<String, ?> values) throws IOException {
    return VALUE
        .matcher(text(resource))
        .replaceAll(
            found ->
                found.group(2) == null
                    ? Matcher.quoteReplacement("${")
                    : Matcher.quoteReplacement(value(resource, found.group(2), values)));
  }

  /** The file as it is. */
  static String text(String resource) throws IOException {
    try (InputStream in = Template.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the class path lacks " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String value(String resource, String name, Map<String, ?> values) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no value for ${" + name + "} in " + resource);
    }
    return value.toString();
  }
}
