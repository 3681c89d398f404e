package io.perfline.deploy.stack;

import io.perfline.core.command.Homes;
import io.perfline.core.environment.HostPort;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.project.HttpProbe;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Grafana with the dashboards of the checkout, which anybody on this machine may view. A viewer can
 * send any query, so it has a user in InfluxDB that may only read the history.
 *
 * @param reader password of that user
 */
record GrafanaPart(
    Path home,
    GrafanaProgram program,
    Path directory,
    int port,
    InfluxDbPart influxdb,
    String reader)
    implements Part {

  static final String NAME = "grafana";

  private static final String USER = InfluxDb.READER;
  private static final String DATABASE = "perfline";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostPort address() {
    return new HostPort("127.0.0.1", port);
  }

  @Override
  public List<String> prepare() throws IOException, InterruptedException {
    Path configuration = directory.resolve("grafana.ini");
    PrivateFiles.write(
        configuration,
        Template.fill("grafana.ini", Map.of("port", port, "password", Secret.generate())));
    letReaderIn();
    return program.serve(configuration.toString());
  }

  /** Paths as its own settings, the rest as {@code dashboards/provisioning} asks for. */
  @Override
  public Map<String, String> variables() {
    Path dashboards = Homes.tool(home).resolve("dashboards");
    return Map.of(
        "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH",
            dashboards.resolve("definitions/trends.json").toString(),
        "GF_PATHS_DATA", directory.resolve("data").toString(),
        "GF_PATHS_LOGS", directory.resolve("logs").toString(),
        "GF_PATHS_PLUGINS", directory.resolve("data/plugins").toString(),
        "GF_PATHS_PROVISIONING", dashboards.resolve("provisioning").toString(),
        "PERF_DASHBOARDS", dashboards.resolve("definitions").toString(),
        "PERF_INFLUXDB_URL", "http://" + influxdb.address(),
        "PERF_INFLUXDB_USER", USER,
        "PERF_INFLUXDB_PASSWORD", reader);
  }

  private void letReaderIn() throws IOException, InterruptedException {
    for (String statement :
        List.of(
            "CREATE DATABASE " + DATABASE,
            "CREATE USER %s WITH PASSWORD '%s'".formatted(USER, reader),
            "SET PASSWORD FOR %s = '%s'".formatted(USER, reader),
            "GRANT READ ON %s TO %s".formatted(DATABASE, USER))) {
      HttpProbe.Answer answer =
          new HttpProbe(
                  URI.create("http://" + influxdb.address()), influxdb.user(), influxdb.password())
              .query(statement);
      boolean known = answer.body().contains("user already exists");
      if (answer.status() != 200 || (answer.body().contains("\"error\"") && !known)) {
        throw new IOException(
            "InfluxDB refuses a user for Grafana: HTTP %d, %s"
                .formatted(answer.status(), answer.body().strip().replace(reader, "***")));
      }
    }
  }

  @Override
  public boolean answers() throws IOException, InterruptedException {
    return new HttpProbe(URI.create("http://" + address())).get("/api/health").status() == 200;
  }
}
