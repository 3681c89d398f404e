package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Variables;
import io.perfline.core.file.FileTree;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.War;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A Tomcat that runs only one build. If the commits of the builds configure Tomcat differently, it
 * is restarted for each build, with the server.xml, JVM options and variables of that build's
 * commit, so that these differences are measured too.
 */
final class SeparateTomcat implements ServiceInstance {

  private final Environment environment;
  private final int port;
  private final Path directory;
  private final Path home;
  private final boolean restarted;
  private TomcatServer running;

  /**
   * @param around the environment of the service in another Tomcat, whose other entry points, such
   *     as ports and topics, this Tomcat uses too
   * @param context the context path of the WAR
   * @param directory the folder of the Tomcat, which is emptied at each start
   * @param home the folder of the local stack
   * @param restarted whether Tomcat is restarted for each build
   */
  SeparateTomcat(Environment around, String context, Path directory, Path home, boolean restarted) {
    port = Ports.free();
    URI url = URI.create("http://127.0.0.1:%d%s".formatted(port, context));
    environment = ServiceInstance.at(url, around);
    this.directory = directory;
    this.home = home;
    this.restarted = restarted;
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public void run(BuiltService build) throws InterruptedException {
    War file = War.read(build.file(build.service().war()));
    try {
      if (restarted || !mayBecomeReady()) {
        start(build);
      }
      Deployment deployment = Deployment.withLogs(running.environment(), running.logs());
      deployment.deploy(file, new ContextPath(environment.service().getPath()));
      if (file.build().isPresent()) {
        deployment.await(file, url());
      }
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot start a Tomcat for the %s in %s: %s".formatted(build.name(), directory, e), e);
    }
  }

  private void start(BuiltService build) throws IOException {
    close();
    FileTree.delete(directory);
    Path folder = build.folder() == null ? build.project().home() : build.folder();
    Map<String, String> variables = Variables.of(home, System.getenv());
    running = TomcatServer.start(home, directory, port, build.project(), folder, variables);
  }

  @Override
  public boolean mayBecomeReady() {
    return running != null && running.isAlive();
  }

  @Override
  public String lastWords() {
    return ended().orElse("");
  }

  @Override
  public Optional<String> reason() {
    return Optional.ofNullable(running).flatMap(TomcatServer::reason);
  }

  @Override
  public Optional<String> ended() {
    return Optional.ofNullable(running).flatMap(TomcatServer::ended);
  }

  @Override
  public Optional<ProcessHandle> process() {
    return Optional.ofNullable(running).flatMap(tomcat -> ProcessHandle.of(tomcat.pid()));
  }

  @Override
  public String unmetered() {
    return "its Tomcat has ended";
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
      running = null;
    }
  }
}
