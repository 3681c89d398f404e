package io.perfline.deploy.stack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A Grafana with the checkout's dashboards, apart from the stack. */
public final class GrafanaServer extends Server {

  private GrafanaServer(GrafanaPart part) {
    super(part);
  }

  /**
   * Starts it on a free port and waits until it answers.
   *
   * @param home root of the checkout
   * @param directory for its configuration, data and log; made if need be
   * @param influxdb whose database {@code perfline} it reads, as a user of its own
   * @param environment in which {@code GRAFANA_HOME} or the PATH names one
   * @return nothing where none is installed
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up
   */
  public static Optional<GrafanaServer> start(
      Path home, Path directory, InfluxDbServer influxdb, Map<String, String> environment)
      throws IOException {
    return GrafanaProgram.find(environment)
        .map(
            program ->
                new GrafanaServer(
                    new GrafanaPart(
                        home,
                        program,
                        Server.directory(directory),
                        Ports.free(),
                        influxdb.part(),
                        Secret.generate(),
                        true)));
  }

  /** {@code http://127.0.0.1:port} */
  public URI url() {
    return URI.create("http://" + address());
  }
}
