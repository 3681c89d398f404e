package io.perfline.sims.recorder;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Tomcat;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.TextInterface;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.paired.Contexts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** The environment's recorder and its baseline, two contexts of one Tomcat. */
public final class TomcatContexts implements Contexts {

  private final Environment environment;
  private final Path home;
  private final War candidate;
  private final War baseline;
  private boolean deployed;
  private boolean swapped;

  /**
   * @param home root of the checkout
   * @throws Fault exit code 2 when a WAR can't be read
   */
  public TomcatContexts(Environment environment, Path home, Path candidate, Path baseline) {
    this.environment = environment;
    this.home = home;
    this.candidate = War.read(candidate);
    this.baseline = War.read(baseline);
  }

  @Override
  public Roles deploy(int number) throws InterruptedException {
    swapped = number % 2 == 0;
    deployed = true;
    deploy(swapped ? baseline : candidate, main());
    deploy(swapped ? candidate : baseline, other());
    new RecorderAnswers(main()).awaitReady(RecorderAnswers.PATIENCE);
    new RecorderAnswers(other()).awaitReady(RecorderAnswers.PATIENCE);
    Environment aside = environment.atBaseline();
    return swapped ? new Roles(aside, environment) : new Roles(environment, aside);
  }

  @Override
  public void restore() throws InterruptedException {
    if (!deployed) {
      return;
    }
    new TextInterface(environment.tomcat()).undeploy(path(other()), Optional.empty());
    if (swapped) {
      deploy(candidate, main());
    }
    deployed = false;
  }

  /** The baseline's commit and version. */
  public String baseline() {
    return baseline.build().toString();
  }

  private void deploy(War war, URI url) throws InterruptedException {
    Tomcat tomcat = environment.tomcat();
    try {
      Deployment.into(tomcat, home).deploy(war, path(url), url);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot deploy %s as %s: %s".formatted(war.file(), url, e), e);
    }
  }

  private URI main() {
    return environment.recorder().url();
  }

  private URI other() {
    return environment.atBaseline().recorder().url();
  }

  private static ContextPath path(URI url) {
    return new ContextPath(url.getPath());
  }
}
