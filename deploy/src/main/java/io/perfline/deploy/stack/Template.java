package io.perfline.deploy.stack;

import io.perfline.core.yaml.TextTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A configuration file next to these classes, with <code>${name}</code> where a value goes. */
final class Template {

  private Template() {}

  /**
   * @throws IllegalArgumentException when a value is missing
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
