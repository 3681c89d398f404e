package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.stack.StackDirectory;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.ManagerClient;
import io.perfline.deploy.tomcat.War;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A context path of a Tomcat to which WARs are deployed. */
final class TomcatInstance implements ServiceInstance {

  private final Environment environment;
  private final ContextPath path;
  private final ProcessHandle process;
  private final Path home;
  private boolean deployed;

  /**
   * @param environment the environment with the Tomcat and the address of the deployed WAR
   * @param process Tomcat's process; null if it is not on this machine
   * @param home the folder of the local stack that may contain the Tomcat
   */
  TomcatInstance(Environment environment, ProcessHandle process, Path home) {
    this.environment = environment;
    this.path = new ContextPath(environment.service().getPath());
    this.process = process;
    this.home = home;
  }

  @Override
  public Environment environment() {
    return environment;
  }

  /** Waits until /version reports this build, if the build has one. */
  @Override
  public void run(BuiltService build) throws InterruptedException {
    War file = War.read(build.file(build.service().war()));
    try {
      Deployment deployment = Deployment.into(environment.tomcat(), home);
      deployment.deploy(file, path);
      deployed = true;
      if (file.build().isPresent()) {
        deployment.await(file, url());
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot deploy %s as %s: %s".formatted(file.file(), url(), e), e);
    }
  }

  @Override
  public boolean mayBecomeReady() {
    return process == null || RunningProcess.isAlive(process);
  }

  @Override
  public String lastWords() {
    return ended().orElse("");
  }

  @Override
  public Optional<String> reason() {
    return process == null ? Optional.empty() : StackDirectory.reasonOfTomcat(home);
  }

  @Override
  public Optional<String> ended() {
    return mayBecomeReady()
        ? Optional.empty()
        : Optional.of("the local stack's Tomcat; " + StackDirectory.lastLines(home, "tomcat"));
  }

  @Override
  public Optional<ProcessHandle> process() {
    return Optional.ofNullable(process);
  }

  @Override
  public boolean sharesProcessWith(ServiceInstance other) {
    return other instanceof TomcatInstance its
        && environment.tomcat().equals(its.environment.tomcat());
  }

  @Override
  public String unmetered() {
    return "Tomcat runs elsewhere, and perf.yml names no metrics of it";
  }

  @Override
  public void vacate() throws InterruptedException {
    if (!mayBecomeReady()) {
      deployed = false;
      return;
    }
    ManagerClient manager = new ManagerClient(environment.tomcat());
    if (manager.runs(path)) {
      manager.undeploy(path, Optional.empty());
    }
    deployed = false;
  }

  @Override
  public void close() {
    if (deployed && mayBecomeReady()) {
      deployed = false;
      try {
        new ManagerClient(environment.tomcat()).undeploy(path, Optional.empty());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
