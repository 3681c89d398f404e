package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.ServiceUnderTest.TomcatUse;
import io.perfline.deploy.stack.Ports;
import io.perfline.sims.server.StackServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The two places of a service, of which the second is for what it is compared with. */
final class ServiceInstances {

  private ServiceInstances() {}

  /**
   * @param folder where logs are kept
   * @param servers the processes of the local stack, by name
   * @param home the local stack's
   */
  static List<ServiceInstance> of(
      ServiceUnderTest service,
      Environment environment,
      Path folder,
      Map<String, ProcessHandle> servers,
      Path home) {
    if (service.command() != null) {
      return List.of(
          new ProcessInstance(folder, Ports.free(), environment),
          new ProcessInstance(folder, Ports.free(), environment));
    }
    if (service.war() != null) {
      ProcessHandle process = StackServer.of(environment, servers, "tomcat").orElse(null);
      return inTomcat(service, environment).stream()
          .<ServiceInstance>map(place -> new TomcatInstance(place, process, home))
          .toList();
    }
    URI other = service.baselineUrl() == null ? service.url() : service.baselineUrl();
    return List.of(
        new RemoteInstance(environment.at(service.url())),
        new RemoteInstance(environment.at(other)));
  }

  /**
   * A Tomcat for each build of a comparison; none where {@code perf.yml} wants one for both, or
   * where the environment's Tomcat is not the local stack's, so that it can't be started twice.
   */
  static List<ServiceInstance> separate(
      ServiceUnderTest service,
      Environment environment,
      Map<String, ProcessHandle> servers,
      Path home) {
    if (service.war() == null
        || service.tomcat() == TomcatUse.ONE
        || StackServer.of(environment, servers, "tomcat").isEmpty()) {
      return List.of();
    }
    List<ServiceInstance> tomcats = new ArrayList<>();
    for (Environment place : inTomcat(service, environment)) {
      String context = environment.hasService() ? place.service().getPath() : contextOf(service);
      Path directory = home.resolve(".perf/tomcats").resolve("" + (tomcats.size() + 1));
      Environment around = environment.hasService() ? place : environment;
      tomcats.add(new SeparateTomcat(around, context, directory, home));
    }
    return tomcats;
  }

  /** Where the environment says, with ways in of its own for each, else two paths. */
  private static List<Environment> inTomcat(ServiceUnderTest service, Environment environment) {
    if (environment.hasService()) {
      return List.of(environment, environment.atBaseline());
    }
    URI manager = environment.tomcat().manager();
    String path = contextOf(service);
    return List.of(
        environment.at(manager.resolve(path)), environment.at(manager.resolve(path + "-baseline")));
  }

  /** The context path that the file names, otherwise as Tomcat itself names it. */
  private static String contextOf(ServiceUnderTest service) {
    return service.context() == null
        ? "/" + Path.of(service.war()).getFileName().toString().replaceFirst("\\.war$", "")
        : service.context();
  }
}
