package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.stack.Ports;
import io.perfline.sims.cost.StackServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The two places of a service, of which the second is for what it is compared with. */
final class Places {

  private Places() {}

  /**
   * @param folder where logs are kept
   * @param servers the processes of the local stack, by name
   * @param home the local stack's
   */
  static List<Place> of(
      ServiceUnderTest said,
      ProcessVariables known,
      Environment environment,
      Path folder,
      Map<String, ProcessHandle> servers,
      Path home) {
    if (said.command() != null) {
      Map<String, String> variables = known.fill(said.variables());
      return List.of(
          new ProcessPlace(said.command(), variables, folder, Ports.free(), environment),
          new ProcessPlace(said.command(), variables, folder, Ports.free(), environment));
    }
    if (said.war() != null) {
      ProcessHandle process = StackServer.of(environment, servers, "tomcat").orElse(null);
      return inTomcat(said, environment).stream()
          .<Place>map(place -> new TomcatPlace(place, said.war(), process, home))
          .toList();
    }
    URI other = said.baselineUrl() == null ? said.url() : said.baselineUrl();
    return List.of(
        new FixedPlace(environment.at(said.url())), new FixedPlace(environment.at(other)));
  }

  /** Where the environment says, with ways in of its own for each, else two paths. */
  private static List<Environment> inTomcat(ServiceUnderTest said, Environment environment) {
    if (environment.hasService()) {
      return List.of(environment, environment.atBaseline());
    }
    URI manager = environment.tomcat().manager();
    String path = said.context() == null ? context(said.war()) : said.context();
    return List.of(
        environment.at(manager.resolve(path)), environment.at(manager.resolve(path + "-baseline")));
  }

  /** As Tomcat itself names it. */
  private static String context(String war) {
    return "/" + Path.of(war).getFileName().toString().replaceFirst("\\.war$", "");
  }
}
