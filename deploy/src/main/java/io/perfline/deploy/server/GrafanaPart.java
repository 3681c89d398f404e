package io.perfline.deploy.server;

import io.perfline.core.command.Homes;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.project.HttpProbe;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Grafana with the dashboards of the checkout, which anybody on this machine can view. Viewers can
 * send any query, so Grafana logs in to InfluxDB as a user that can only read the history.
 *
 * @param program the installed Grafana; null if it is already running
 * @param reader the password of this read-only user
 * @param embedding whether other pages may show Grafana in a frame
 */
public record GrafanaPart(
    Path home,
    GrafanaProgram program,
    Path directory,
    int port,
    InfluxDbPart influxdb,
    String reader,
    boolean embedding)
    implements Part {

  public static final String NAME = "grafana";

  private static final String USER = InfluxDb.READER;
  private static final String DATABASE = "perfline";

  /** The dashboard that compares stores, for which only the recorder's cases have data. */
  private static final String STORE_COMPARISON = "battle.json";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> prepare() throws IOException, InterruptedException {
    Path configuration = directory.resolve("grafana.ini");
    PrivateFiles.write(
        configuration,
        Template.fill("grafana.ini", Map.of("port", port, "password", Secret.generate())));
    createReadOnlyUser();
    if (isUserProject()) {
      copyDefinitions();
    }
    return program.serve(configuration.toString());
  }

  /** Returns Grafana's paths, and the variables of {@code dashboards/provisioning}. */
  @Override
  public Map<String, String> variables() {
    Path dashboards = dashboards();
    return Map.ofEntries(
        Map.entry(
            "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH",
            dashboards.resolve("definitions/trends.json").toString()),
        Map.entry("GF_PATHS_DATA", directory.resolve("data").toString()),
        Map.entry("GF_PATHS_LOGS", directory.resolve("logs").toString()),
        Map.entry("GF_PATHS_PLUGINS", directory.resolve("data/plugins").toString()),
        Map.entry("GF_PATHS_PROVISIONING", dashboards.resolve("provisioning").toString()),
        Map.entry("GF_SECURITY_ALLOW_EMBEDDING", Boolean.toString(embedding)),
        Map.entry("PERF_DASHBOARDS", definitions().toString()),
        Map.entry("PERF_INFLUXDB_URL", "http://" + influxdb.address()),
        Map.entry("PERF_INFLUXDB_USER", USER),
        Map.entry("PERF_INFLUXDB_PASSWORD", reader));
  }

  private Path dashboards() {
    return Homes.tool(home).resolve("dashboards");
  }

  /**
   * Returns the folder of the dashboard definitions. If the project is not perfline itself, the
   * folder contains copies of those that suit every service.
   */
  private Path definitions() {
    return isUserProject() ? directory.resolve("definitions") : dashboards().resolve("definitions");
  }

  /** Returns whether the project is a user's, rather than perfline itself. */
  private boolean isUserProject() {
    return !Homes.tool(home).toAbsolutePath().normalize().equals(home.toAbsolutePath().normalize());
  }

  private void copyDefinitions() throws IOException {
    Files.createDirectories(definitions());
    try (Stream<Path> files = Files.list(dashboards().resolve("definitions"))) {
      for (Path file : files.filter(file -> !file.endsWith(STORE_COMPARISON)).toList()) {
        Files.copy(
            file, definitions().resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void createReadOnlyUser() throws IOException, InterruptedException {
    for (String statement :
        List.of(
            "CREATE DATABASE " + DATABASE,
            "ALTER RETENTION POLICY autogen ON %s SHARD DURATION %sd"
                .formatted(DATABASE, Integer.toString(InfluxDb.SHARD_DAYS)),
            "CREATE USER %s WITH PASSWORD '%s'".formatted(USER, reader),
            "SET PASSWORD FOR %s = '%s'".formatted(USER, reader),
            "GRANT READ ON %s TO %s".formatted(DATABASE, USER))) {
      HttpProbe.Answer answer =
          new HttpProbe(
                  URI.create("http://" + influxdb.address()), influxdb.user(), influxdb.password())
              .query(statement);
      boolean exists = answer.body().contains("user already exists");
      if (answer.status() != 200 || (answer.body().contains("\"error\"") && !exists)) {
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
