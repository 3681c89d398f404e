package io.perfline.deploy.server;

import io.perfline.core.environment.Tomcat;
import io.perfline.core.project.Project;
import io.perfline.deploy.process.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Tomcat in which only the manager is deployed. */
public final class TomcatServer extends Server<TomcatPart> {

  private TomcatServer(TomcatPart part) {
    super(part);
  }

  /** Starts a Tomcat with {@link TomcatSettings#defaults()}. */
  public static TomcatServer start(Path home, Path directory) {
    return start(home, directory, TomcatSettings.defaults());
  }

  /**
   * Starts a Tomcat and waits until the manager answers.
   *
   * @param home root of the checkout
   * @param directory the folder for CATALINA_BASE; created if it is missing
   * @throws io.perfline.core.command.Fault with the end of Tomcat's log if it does not start
   */
  public static TomcatServer start(Path home, Path directory, TomcatSettings settings) {
    return new TomcatServer(
        new TomcatPart(
            home, Server.directory(directory), settings.withPortChosen(), HostedService.NONE));
  }

  /**
   * Starts a Tomcat with {@link TomcatSettings#defaults()} and a second port, for TLS.
   *
   * @param keys the PKCS12 file with the key and the certificate for TLS
   * @param password the password of this file
   */
  public static TomcatServer startWithTls(
      Path home, Path directory, int tlsPort, Path keys, String password) throws IOException {
    String connector =
        """
        <Connector protocol="org.apache.coyote.http11.Http11NioProtocol"
                   address="127.0.0.1" port="%d" maxKeepAliveRequests="-1" SSLEnabled="true"
                   scheme="https" secure="true" clientAuth="false" sslProtocol="TLS"
                   keystoreType="PKCS12" keystoreFile="%s" keystorePass="%s"/>
        """
            .formatted(tlsPort, keys, password);
    String serverXml = Template.text("server.xml").replace("<Engine ", connector + "<Engine ");
    return new TomcatServer(
        new TomcatPart(
            home,
            Server.directory(directory),
            TomcatSettings.defaults().withPortChosen(),
            new HostedService(null, Map.of(), List.of(), serverXml, null)));
  }

  /**
   * Starts a Tomcat for a build of a service, with the variables, JVM options, server.xml and user
   * from the {@code perf.yml} of this build.
   *
   * @param port the HTTP port
   * @param folder the folder of the build
   * @param environment the values of variables in {@code perf.yml}, and the version and heap of
   *     Tomcat
   * @throws io.perfline.core.command.Fault with the end of Tomcat's log if it does not start
   */
  public static TomcatServer start(
      Path home,
      Path directory,
      int port,
      Project project,
      Path folder,
      Map<String, String> environment) {
    HostedService service = HostedService.of(project, folder, environment);
    return new TomcatServer(
        new TomcatPart(
            home,
            Server.directory(directory),
            TomcatSettings.of(environment, service).withPort(port),
            service));
  }

  /** Returns the manager's URL, user and password in the form of an environment file. */
  public Tomcat environment() {
    return new Tomcat(
        URI.create(url() + "/manager/text"),
        part().settings().user(),
        part().settings().password());
  }

  /** Returns the folder with {@code localhost.<date>.log}, which shows why a deployment failed. */
  public Path logs() {
    return log().getParent();
  }

  /** Returns the line of its logs that contains the reason of a failure, if any. */
  public Optional<String> reason() {
    return ServiceProcess.reasonOfTomcat(logs());
  }
}
