package io.perfline.sims.service;

import io.perfline.core.environment.Tomcat;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.TextInterface;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.CostMeters;
import java.net.URI;
import java.util.Optional;

/** A context path of a Tomcat, and the WAR that is deployed there. */
final class TomcatPlace implements Place {

  private final Tomcat tomcat;
  private final ContextPath path;
  private final String war;
  private final ProcessHandle process;
  private boolean deployed;

  /**
   * @param war file below a build's folder
   * @param process Tomcat's, when it is of this machine; else null
   */
  TomcatPlace(Tomcat tomcat, String path, String war, ProcessHandle process) {
    this.tomcat = tomcat;
    this.path = new ContextPath(path);
    this.war = war;
    this.process = process;
  }

  @Override
  public URI url() {
    return tomcat.manager().resolve(path.path());
  }

  @Override
  public void run(BuildOfService build) throws InterruptedException {
    new TextInterface(tomcat).deploy(build.folder().resolve(war), path, Optional.empty());
    deployed = true;
  }

  @Override
  public Optional<ProcessHandle> process() {
    return Optional.ofNullable(process);
  }

  @Override
  public CostMeter meter() {
    return process == null
        ? CostMeter.none("Tomcat runs elsewhere, and perf.yml names no metrics of it")
        : CostMeters.ofJvm(process.pid());
  }

  @Override
  public void close() {
    if (deployed) {
      deployed = false;
      try {
        new TextInterface(tomcat).undeploy(path, Optional.empty());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
