package io.perfline.deploy.stack;

import io.perfline.core.environment.Tomcat;
import io.perfline.core.project.Project;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** A Tomcat with the manager and nothing else deployed. */
public final class TomcatServer extends Server {

  private final TomcatPart part;

  private TomcatServer(TomcatPart part) {
    super(part);
    this.part = part;
  }

  /** As {@link #start(Path, Path, TomcatSettings)} with {@link TomcatSettings#defaults()}. */
  public static TomcatServer start(Path home, Path directory) {
    return start(home, directory, TomcatSettings.defaults());
  }

  /**
   * Starts it and waits until the manager answers.
   *
   * @param home root of the checkout
   * @param directory its CATALINA_BASE, made if need be
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up
   */
  public static TomcatServer start(Path home, Path directory, TomcatSettings settings) {
    return new TomcatServer(
        new TomcatPart(
            home, Server.directory(directory), settings.withPortChosen(), HostedService.NONE));
  }

  /**
   * Starts one for a build of a service, with the variables, JVM options, server.xml and users that
   * this build's {@code perf.yml} names.
   *
   * @param folder of the build
   * @param environment values of variables; also the version and the heap of Tomcat
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up
   */
  public static TomcatServer start(
      Path home,
      Path directory,
      int port,
      Project project,
      Path folder,
      Map<String, String> environment) {
    return new TomcatServer(
        new TomcatPart(
            home,
            Server.directory(directory),
            TomcatSettings.of(environment).withPort(port),
            HostedService.of(project, folder, environment)));
  }

  /** {@code http://127.0.0.1:port} */
  public URI url() {
    return URI.create("http://" + address());
  }

  /** Its manager, with user and password, as an environment file would say. */
  public Tomcat environment() {
    return new Tomcat(
        URI.create(url() + "/manager/text"), part.settings().user(), part.settings().password());
  }

  /**
   * The folder with {@code localhost.<date>.log}, which shows why an application failed to start.
   */
  public Path logs() {
    return log().getParent();
  }
}
