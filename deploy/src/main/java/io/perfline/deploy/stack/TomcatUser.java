package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Login;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A user whom an application in the Tomcat knows, by the roles that its {@code web.xml} names. */
record TomcatUser(String name, String password, List<String> roles) {

  /**
   * The one of a {@code perf.yml}; null when it names no roles.
   *
   * @throws Fault exit code 2 when a variable isn't set or holds no user's name
   */
  static TomcatUser of(Project project, Map<String, String> environment) {
    Login login = project.service().login();
    if (login == null || login.roles().isEmpty()) {
      return null;
    }
    ProcessVariables variables = new ProcessVariables(project.file(), environment);
    String name = variables.apply(login.basic().user());
    if (!name.matches("[A-Za-z0-9._-]+") || name.equals(StackVariables.USER)) {
      throw Fault.configuration(
          ("%s contains no valid user name for the stack's Tomcat: letters, digits, '.',"
                  + " '_', '-', and not %s")
              .formatted(login.basic().user(), StackVariables.USER));
    }
    return new TomcatUser(name, variables.apply(login.basic().password()), login.roles());
  }

  /** As it stands in {@code tomcat-users.xml}. */
  String xml() {
    return roles.stream().map("<role rolename=\"%s\"/>"::formatted).collect(Collectors.joining())
        + "<user username=\"%s\" password=\"%s\" roles=\"%s\"/>"
            .formatted(name, Secret.digest(password), String.join(",", roles));
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "TomcatUser[name=%s, roles=%s]".formatted(name, roles);
  }
}
