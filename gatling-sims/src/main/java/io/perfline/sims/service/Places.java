package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.stack.Ports;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The two places of a service, of which the second is for what it is compared with. */
final class Places {

  private Places() {}

  static List<Place> of(
      ServiceUnderTest said,
      ProcessVariables known,
      Environment environment,
      Path folder,
      Map<String, ProcessHandle> servers) {
    if (said.command() != null) {
      Map<String, String> variables = known.fill(said.variables());
      return List.of(
          new ProcessPlace(said.command(), variables, folder, Ports.free()),
          new ProcessPlace(said.command(), variables, folder, Ports.free()));
    }
    if (said.war() != null) {
      Tomcat tomcat = environment.tomcat();
      ProcessHandle process = servers.get("tomcat");
      String path = said.context() == null ? context(said.war()) : said.context();
      return List.of(
          new TomcatPlace(tomcat, path, said.war(), process),
          new TomcatPlace(tomcat, path + "-baseline", said.war(), process));
    }
    URI other = said.baselineUrl() == null ? said.url() : said.baselineUrl();
    return List.of(new FixedPlace(said.url()), new FixedPlace(other));
  }

  /** As Tomcat itself names it. */
  private static String context(String war) {
    return "/" + Path.of(war).getFileName().toString().replaceFirst("\\.war$", "");
  }
}
