package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.ServiceUnderTest.TomcatUse;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.ServiceProcess;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.JvmMeter;
import io.perfline.sims.server.StackServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates the two instances of a service, the second of which is for the baseline. */
final class ServiceInstances {

  private ServiceInstances() {}

  /**
   * @param folder the folder of the logs
   * @param servers the processes of the local stack, by name
   * @param home the folder of the local stack
   */
  static List<ServiceInstance> of(
      ServiceUnderTest service,
      Environment environment,
      Path folder,
      Map<String, ProcessHandle> servers,
      Path home) {
    if (service.command() != null) {
      return List.of(
          new ProcessInstance(folder, side(home, 1), environment),
          new ProcessInstance(folder, side(home, 2), environment));
    }
    if (service.war() != null) {
      ProcessHandle process = StackServer.of(environment, servers, "tomcat").orElse(null);
      return inTomcat(service, environment).stream()
          .<ServiceInstance>map(place -> new TomcatInstance(place, process, home))
          .toList();
    }
    if (service.isLibrary()) {
      return List.of(new LibraryInstance(environment), new LibraryInstance(environment));
    }
    URI other = service.baselineUrl() == null ? service.url() : service.baselineUrl();
    return List.of(
        new RemoteInstance(environment.at(service.url())),
        new RemoteInstance(environment.at(other)));
  }

  /**
   * Returns the only instance of a service that is started by a command or is a WAR, for which a
   * Tomcat of its own is started.
   *
   * @param logs the folder of the logs
   * @param home the folder of the local stack
   */
  static ServiceInstance alone(
      ServiceUnderTest service, Environment environment, Path logs, Path home) {
    return service.war() == null
        ? new ProcessInstance(logs, logs.resolve("side"), environment)
        : new SeparateTomcat(environment, contextOf(service), logs.resolve("tomcat"), home, true);
  }

  private static Path side(Path home, int number) {
    return StateFolder.SIDES.in(home.toAbsolutePath()).resolve("" + number);
  }

  /**
   * Returns a Tomcat for each build of a comparison. There are none if {@code perf.yml} requires
   * one Tomcat for both builds, or if the Tomcat is not the local stack's and so cannot be started
   * twice.
   *
   * @param restarted whether each deployment restarts them; otherwise their JVMs keep running, and
   *     only the WAR is replaced
   */
  static List<ServiceInstance> separate(
      ServiceUnderTest service,
      Environment environment,
      Map<String, ProcessHandle> servers,
      Path home,
      boolean restarted) {
    if (service.war() == null
        || service.tomcat() == TomcatUse.ONE
        || StackServer.of(environment, servers, "tomcat").isEmpty()) {
      return List.of();
    }
    List<ServiceInstance> tomcats = new ArrayList<>();
    for (Environment place : inTomcat(service, environment)) {
      String context = environment.hasService() ? place.service().getPath() : contextOf(service);
      Path directory = StateFolder.TOMCATS.in(home).resolve("" + (tomcats.size() + 1));
      Environment around = environment.hasService() ? place : environment;
      tomcats.add(new SeparateTomcat(around, context, directory, home, restarted));
    }
    return tomcats;
  }

  /**
   * Returns both environments with the addresses and entry points that the environment file defines
   * for each build; without such addresses, with two context paths.
   */
  private static List<Environment> inTomcat(ServiceUnderTest service, Environment environment) {
    if (environment.hasService()) {
      return List.of(environment, environment.atBaseline());
    }
    URI manager = environment.tomcat().manager();
    String path = contextOf(service);
    return List.of(
        environment.at(manager.resolve(path)), environment.at(manager.resolve(path + "-baseline")));
  }

  /** Returns the context path that {@code perf.yml} names, or by default the WAR's name. */
  private static String contextOf(ServiceUnderTest service) {
    return service.context() == null
        ? "/" + Path.of(service.war()).getFileName().toString().replaceFirst("\\.war$", "")
        : service.context();
  }

  /** An instance that is a process with a port. */
  private static final class ProcessInstance implements ServiceInstance {

    private final Path logs;
    private final Path side;
    private final int port = Ports.free();
    private final Environment environment;
    private ServiceProcess running;

    /**
     * @param logs the folder for the processes' logs
     * @param side the folder for the files of a build, emptied at each start
     * @param environment the environment without the service
     */
    ProcessInstance(Path logs, Path side, Environment environment) {
      this.logs = logs;
      this.side = side;
      this.environment = environment.at(URI.create("http://127.0.0.1:" + port));
    }

    @Override
    public Environment environment() {
      return environment;
    }

    @Override
    public void run(BuiltService build) {
      close();
      Path log = logs.resolve("service-" + build.name() + ".log");
      try {
        FileTree.delete(side);
        Files.createDirectories(side);
      } catch (IOException e) {
        throw Fault.noVerdict("cannot empty %s for the %s: %s".formatted(side, build.name(), e), e);
      }
      running =
          ServiceProcess.start(
              build.service().command(), build.variables(side), build.folder(), log, port);
    }

    @Override
    public boolean mayBecomeReady() {
      return running != null && running.isAlive();
    }

    @Override
    public String lastWords() {
      return running == null ? "" : running.lastWords();
    }

    @Override
    public Optional<String> reason() {
      return Optional.ofNullable(running).flatMap(ServiceProcess::reason);
    }

    @Override
    public Optional<String> ended() {
      return Optional.ofNullable(running).flatMap(ServiceProcess::ended);
    }

    @Override
    public Optional<ProcessHandle> process() {
      return Optional.ofNullable(running).map(ServiceProcess::handle);
    }

    @Override
    public Optional<CostMeter> meter() {
      return process()
          .filter(ServiceProcess::isJava)
          .map(java -> JvmMeter.of(java.pid(), running.shell()));
    }

    @Override
    public String unmetered() {
      return "the service's process is not a JVM: its CPU time is that of the whole process, its"
          + " allocation unknown";
    }

    @Override
    public void close() {
      if (running != null) {
        running.close();
        running = null;
      }
    }
  }

  /**
   * An instance for a library, which is not started because the program that loads it contains it.
   */
  private static final class LibraryInstance implements ServiceInstance {

    private final Environment environment;
    private Path folder = Path.of("");

    LibraryInstance(Environment environment) {
      this.environment = environment;
    }

    @Override
    public Environment environment() {
      return environment;
    }

    @Override
    public URI url() {
      return folder.toUri();
    }

    @Override
    public void run(BuiltService build) {
      folder = build.folder();
    }

    @Override
    public String unmetered() {
      return "a library runs in the program that loads it";
    }

    @Override
    public void close() {
      // Nothing was started.
    }
  }

  /** An instance that runs already, which perfline neither starts nor stops. */
  private record RemoteInstance(Environment environment) implements ServiceInstance {

    @Override
    public void run(BuiltService build) {
      // It runs already.
    }

    /** Returns true for the same host and port, as of two contexts of one Tomcat. */
    @Override
    public boolean sharesProcessWith(ServiceInstance other) {
      return url().getAuthority().equals(other.url().getAuthority());
    }

    @Override
    public String unmetered() {
      return "the service runs elsewhere, and perf.yml names no metrics of it";
    }

    @Override
    public void close() {
      // It keeps running.
    }
  }
}
