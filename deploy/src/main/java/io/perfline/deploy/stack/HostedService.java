package io.perfline.deploy.stack;

import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import java.util.Map;

/**
 * What the Tomcat of the stack is started with for the service of a {@code perf.yml}.
 *
 * @param user whom the service knows; null for none
 * @param variables of the process' environment
 */
record HostedService(TomcatUser user, Map<String, String> variables) {

  /** Nobody's. */
  static final HostedService NONE = new HostedService(null, Map.of());

  /**
   * @throws io.perfline.core.command.Fault exit code 2 when a variable isn't set
   */
  static HostedService of(Project project, Map<String, String> environment) {
    ServiceUnderTest service = project.service();
    return new HostedService(
        TomcatUser.of(project, environment),
        service.war() == null
            ? Map.of()
            : new ProcessVariables(project.file(), environment).fill(service.variables()));
  }

  /** Without what is in the variables. */
  @Override
  public String toString() {
    return "HostedService[user=%s, variables=%s]".formatted(user, variables.keySet());
  }
}
