package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.project.CustomDriverLoad;
import io.perfline.core.project.DrivenLoad;
import io.perfline.core.project.Login;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.Replay;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.TopicLoad;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.grpc.GrpcConnections;
import io.perfline.sims.driver.http.ReplayDriver;
import io.perfline.sims.driver.http.ScenarioConnections;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.http2.Http2Session;
import io.perfline.sims.driver.kafka.TopicDriver;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The drivers of the loads in a {@code perf.yml}: perfline's own, and those in the project's jars.
 *
 * @param team the drivers in the project's jars, by name
 * @param replays the drivers of replays by load; each reads its recording once
 */
public record ProjectDrivers(
    Project project,
    ProcessVariables variables,
    Map<String, Driver> team,
    Map<String, ReplayDriver> replays) {

  private static final Set<String> OURS =
      new LinkedHashSet<>(List.of(Scenario.DRIVER, TopicLoad.DRIVER, Replay.DRIVER));

  /**
   * Finds all drivers of a project.
   *
   * @param environment the environment variables of the process
   * @throws Fault exit code 2 if a jar cannot be used
   */
  public static ProjectDrivers of(Project project, Map<String, String> environment) {
    ProjectDrivers drivers =
        new ProjectDrivers(
            project,
            new ProcessVariables(project.file(), environment),
            new LinkedHashMap<>(),
            new ConcurrentHashMap<>());
    if (project.service() != null && !project.drivers().isEmpty()) {
      drivers.load();
    }
    return drivers;
  }

  /** Returns the driver of a load; null if no jar contains it. */
  public Driver of(DrivenLoad load) {
    if (load instanceof Scenario scenario) {
      return scenario(scenario);
    } else if (load instanceof TopicLoad messages) {
      return new TopicDriver(messages, variables);
    } else if (load instanceof Replay replay) {
      return replays.computeIfAbsent(
          replay.name(), name -> new ReplayDriver(replay, project.service().login(), variables));
    }
    return team.get(((CustomDriverLoad) load).driver());
  }

  public ScenarioDriver scenario(Scenario scenario) {
    Login login = project.service().login();
    return switch (scenario.protocol()) {
      case HTTP_1_1 -> new ScenarioDriver(scenario, login, variables);
      case H2 -> new ScenarioDriver(scenario, login, variables, http2(true, scenario));
      case H2C -> new ScenarioDriver(scenario, login, variables, http2(false, scenario));
      case GRPC -> new ScenarioDriver(scenario, login, variables, grpc(scenario));
    };
  }

  private static ScenarioConnections http2(boolean tls, Scenario scenario) {
    return Http2Session.connections(tls, scenario.streams());
  }

  private static ScenarioConnections grpc(Scenario scenario) {
    return new GrpcConnections(
        scenario,
        (service, requests, timeout, numbers, failures) ->
            http2(service.tls(), scenario).open(service, requests, timeout, numbers, failures));
  }

  public Set<String> names() {
    Set<String> names =
        project.service() == null ? new LinkedHashSet<>() : new LinkedHashSet<>(OURS);
    names.addAll(team.keySet());
    return names;
  }

  private void load() {
    URL[] jars = project.drivers().stream().map(this::url).toArray(URL[]::new);
    // The class loader is never closed, because a driver's classes are loaded when it needs them.
    ClassLoader loader = new URLClassLoader(jars, Driver.class.getClassLoader());
    try {
      ServiceLoader.load(Driver.class, loader).forEach(this::add);
    } catch (ServiceConfigurationError e) {
      throw new Fault(
          Fault.CONFIGURATION, "%s: drivers: %s".formatted(project.file(), e.getMessage()), e);
    }
    if (team.isEmpty()) {
      throw Fault.configuration(
          "%s: drivers: %s names no driver in META-INF/services/%s"
              .formatted(project.file(), project.drivers(), Driver.class.getName()));
    }
  }

  private void add(Driver driver) {
    if (OURS.contains(driver.name()) || team.putIfAbsent(driver.name(), driver) != null) {
      throw Fault.configuration(
          "%s: drivers: two have the name '%s'".formatted(project.file(), driver.name()));
    }
    if (!driver.targets().contains(Target.SERVICE)) {
      throw Fault.configuration(
          "%s: drivers: %s must have the target %s"
              .formatted(project.file(), driver.name(), Target.SERVICE));
    }
  }

  private URL url(String jar) {
    Path file = project.home().resolve(jar);
    if (!Files.exists(file)) {
      throw Fault.configuration("%s: drivers: there is no %s".formatted(project.file(), file));
    }
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("a file has a URL: " + file, e);
    }
  }
}
