package io.perfline.deploy.server;

import io.perfline.core.yaml.TextTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A configuration file on the class path, with <code>${name}</code> as a placeholder for a value.
 */
final class Template {

  private Template() {}

  /**
   * Returns the text of a file with its placeholders replaced.
   *
   * @param resource the name of the file, relative to this class
   * @param values the values by the names of their placeholders
   * @throws IllegalArgumentException if a value is missing
   */
  static String fill(String resource, Map<String, ?> values) throws IOException {
    return TextTemplate.of(text(resource), null).fill(name -> value(resource, name, values));
  }

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
