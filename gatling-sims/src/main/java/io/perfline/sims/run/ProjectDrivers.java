package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.kafka.TopicDriver;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Who drives the loads of a {@code perf.yml}: ours, and what its jars bring along. */
final class ProjectDrivers {
  private ProjectDrivers() {}

  /**
   * All of them, by name.
   *
   * @param environment the variables of the process
   * @throws Fault exit code 2 when a jar can't be used
   */
  static Map<String, Driver> of(Project project, Map<String, String> environment) {
    Map<String, Driver> drivers = new LinkedHashMap<>();
    if (project.service() == null) {
      return drivers;
    }
    add(drivers, new ScenarioDriver(project, environment), project);
    add(drivers, new TopicDriver(project, environment), project);
    if (project.drivers().isEmpty()) {
      return drivers;
    }
    URL[] jars = project.drivers().stream().map(jar -> url(project, jar)).toArray(URL[]::new);
    // Never closed: the classes of a driver are loaded as it needs them.
    ClassLoader loader = new URLClassLoader(jars, Driver.class.getClassLoader());
    int ours = drivers.size();
    try {
      ServiceLoader.load(Driver.class, loader).forEach(own -> add(drivers, own, project));
    } catch (ServiceConfigurationError e) {
      throw new Fault(
          Fault.CONFIGURATION, "%s: drivers: %s".formatted(project.file(), e.getMessage()), e);
    }
    if (drivers.size() == ours) {
      throw Fault.configuration(
          "%s: drivers: %s names no driver in META-INF/services/%s"
              .formatted(project.file(), project.drivers(), Driver.class.getName()));
    }
    return drivers;
  }

  private static void add(Map<String, Driver> drivers, Driver driver, Project project) {
    if (drivers.putIfAbsent(driver.name(), driver) != null) {
      throw Fault.configuration(
          "%s: drivers: two are called '%s'".formatted(project.file(), driver.name()));
    }
    if (!driver.targets().contains(Target.SERVICE)) {
      throw Fault.configuration(
          "%s: drivers: %s has to have the target %s"
              .formatted(project.file(), driver.name(), Target.SERVICE));
    }
  }

  private static URL url(Project project, String jar) {
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
