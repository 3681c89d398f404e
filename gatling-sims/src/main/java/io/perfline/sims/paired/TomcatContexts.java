package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Tomcat;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.TextInterface;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.recorder.RecorderAnswers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** {@code /recorder} and {@code /recorder-baseline} of the environment's Tomcat. */
public final class TomcatContexts implements Contexts {

  private static final String SUFFIX = "-baseline";

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
    new RecorderAnswers(url(main())).awaitReady(RecorderAnswers.PATIENCE);
    new RecorderAnswers(url(other())).awaitReady(RecorderAnswers.PATIENCE);
    return swapped ? new Roles(url(other()), url(main())) : new Roles(url(main()), url(other()));
  }

  @Override
  public void restore() throws InterruptedException {
    if (!deployed) {
      return;
    }
    new TextInterface(environment.tomcat()).undeploy(other(), Optional.empty());
    if (swapped) {
      deploy(candidate, main());
    }
    deployed = false;
  }

  /** The baseline's commit and version. */
  public String baseline() {
    return baseline.build().toString();
  }

  private void deploy(War war, ContextPath path) throws InterruptedException {
    Tomcat tomcat = environment.tomcat();
    try {
      Deployment.into(tomcat, home).deploy(war, path, url(path));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot deploy %s as %s: %s".formatted(war.file(), path, e), e);
    }
  }

  private ContextPath main() {
    return new ContextPath(environment.recorder().url().getPath());
  }

  private ContextPath other() {
    return new ContextPath(main().path() + SUFFIX);
  }

  private URI url(ContextPath path) {
    return environment.recorder().url().resolve(path.path());
  }
}
