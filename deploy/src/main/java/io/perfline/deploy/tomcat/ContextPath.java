package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import java.util.regex.Pattern;

/**
 * The context path of an application, such as {@code /recorder}. It is never empty, because the
 * manager would then replace the root application.
 */
public record ContextPath(String path) {

  private static final Pattern FORM = Pattern.compile("(/[A-Za-z0-9._~-]+)+");

  /**
   * Checks the path.
   *
   * @throws Fault (exit code 2) if {@code path} is not one or more names, each with a leading slash
   */
  public ContextPath {
    if (!FORM.matcher(path).matches()) {
      throw Fault.configuration(
          "the context path must be a slash and a name, such as /recorder, not '%s'"
              .formatted(path));
    }
  }

  @Override
  public String toString() {
    return path;
  }
}
