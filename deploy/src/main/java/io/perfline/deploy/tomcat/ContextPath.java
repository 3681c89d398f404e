package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import java.util.regex.Pattern;

/**
 * Where an application is deployed, say {@code /recorder}. Never empty: the manager takes an empty
 * path for an order to replace the root application.
 */
public record ContextPath(String path) {

  private static final Pattern FORM = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

  /**
   * @throws Fault (exit code 2) when {@code path} is empty or doesn't begin with a slash
   */
  public ContextPath {
    if (!FORM.matcher(path).matches()) {
      throw Fault.configuration(
          "the context path must be a slash and a name, such as /recorder, not '%s'".formatted(path));
    }
  }

  @Override
  public String toString() {
    return path;
  }
}
