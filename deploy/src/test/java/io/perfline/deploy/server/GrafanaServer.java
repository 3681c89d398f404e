package io.perfline.deploy.server;

import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A Grafana with the dashboards of the checkout, independent of the local stack. */
public final class GrafanaServer extends Server<GrafanaPart> {

  private GrafanaServer(GrafanaPart part) {
    super(part);
  }

  /**
   * Starts Grafana on a free port and waits until it answers.
   *
   * @param home root of the checkout
   * @param directory the folder of Grafana's configuration, data and log; created if it is missing
   * @param influxdb the server whose database {@code perfline} Grafana reads, with its own user
   * @param environment the variables {@code GRAFANA_HOME} and {@code PATH}, one of which locates
   *     Grafana
   * @return the started Grafana; empty if none is installed
   * @throws io.perfline.core.command.Fault with the end of Grafana's log if it does not start
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
}
