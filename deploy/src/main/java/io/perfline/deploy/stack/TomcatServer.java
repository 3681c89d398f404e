package io.perfline.deploy.stack;

import io.perfline.core.environment.Tomcat;
import io.perfline.core.project.Project;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A Tomcat with the manager and nothing else deployed. */
public final class TomcatServer extends Server<TomcatPart> {

  private TomcatServer(TomcatPart part) {
    super(part);
  }

  /** Starts it with {@link TomcatSettings#defaults()}. */
  public static TomcatServer start(Path home, Path directory) {
    return start(home, directory, TomcatSettings.defaults());
  }

  /**
   * Starts it and waits until the manager answers.
   *
   * @param home root of the checkout
   * @param directory its CATALINA_BASE; created if it is missing
   * @throws io.perfline.core.command.Fault with the end of its log if it does not start
   */
  public static TomcatServer start(Path home, Path directory, TomcatSettings settings) {
    return new TomcatServer(
        new TomcatPart(
            home, Server.directory(directory), settings.withPortChosen(), HostedService.NONE));
  }

  /**
   * Starts it with {@link TomcatSettings#defaults()} and another port that has TLS.
   *
   * @param keys a PKCS12 file with the key and the certificate of the port
   * @param password the password of the file
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
   * Starts a Tomcat for a build of a service, with the variables, JVM options, server.xml and users
   * in the {@code perf.yml} of this build.
   *
   * @param folder the build's folder
   * @param environment values of variables; also the version and the heap of Tomcat
   * @throws io.perfline.core.command.Fault with the end of its log if it does not start
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

  /** Returns its manager with user and password as an environment file contains them. */
  public Tomcat environment() {
    return new Tomcat(
        URI.create(url() + "/manager/text"),
        part().settings().user(),
        part().settings().password());
  }

  /** Returns the folder with {@code localhost.<date>.log}, which explains failed deployments. */
  public Path logs() {
    return log().getParent();
  }
}
