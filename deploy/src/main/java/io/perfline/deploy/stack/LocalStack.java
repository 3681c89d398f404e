package io.perfline.deploy.stack;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.server.CassandraPart;
import io.perfline.deploy.server.EtcdPart;
import io.perfline.deploy.server.GrafanaPart;
import io.perfline.deploy.server.GrafanaProgram;
import io.perfline.deploy.server.HostedService;
import io.perfline.deploy.server.InfluxDbPart;
import io.perfline.deploy.server.KafkaPart;
import io.perfline.deploy.server.Part;
import io.perfline.deploy.server.RedisPart;
import io.perfline.deploy.server.ServerVariables;
import io.perfline.deploy.server.TomcatPart;
import io.perfline.deploy.server.TomcatSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of the local stack with their ports, passwords and settings.
 *
 * @param service the service that the Tomcat runs
 */
record LocalStack(
    Path home, StackVariables variables, Map<String, String> environment, HostedService service) {

  /**
   * The names of the parts that every stack has, in the order of {@code ./perfline stack status}.
   */
  static final List<String> FIRST = List.of(TomcatPart.NAME, "kafka", "cassandra", "influxdb");

  /**
   * The names of the parts that are started only on request and after {@link #FIRST}: second nodes
   * and additional stores.
   */
  static final List<String> LATER =
      List.of(
          "kafka-2", "cassandra-2", RedisPart.NAME, EtcdPart.NAME, "etcd-1", "etcd-2", "etcd-3");

  private static final int KAFKA_MIB = 512;
  private static final int CASSANDRA_MIB = 1024;

  /** Returns the names of the parts whose port variables {@code environment} uses. */
  static Set<String> needed(Environment environment) {
    Set<String> names = new LinkedHashSet<>(FIRST);
    names.removeIf(name -> !environment.variables().contains(ServerVariables.portOf(name)));
    return names;
  }

  Part part(String name) {
    Path directory = StackDirectory.of(home).of(name);
    return switch (name) {
      case TomcatPart.NAME -> new TomcatPart(home, directory, tomcat(), service);
      case "kafka" -> kafka(directory, 1);
      case "kafka-2" -> kafka(directory, 2);
      case "cassandra" -> cassandra(directory, 1, ServerVariables.CASSANDRA_JMX);
      case "cassandra-2" -> cassandra(directory, 2, ServerVariables.CASSANDRA_2_JMX);
      case "influxdb" -> influxdb();
      case RedisPart.NAME ->
          new RedisPart(
              home,
              directory,
              variables.port(ServerVariables.REDIS),
              variables.get(ServerVariables.REDIS_PASSWORD));
      case EtcdPart.NAME ->
          EtcdPart.alone(
              home,
              directory,
              variables.port(ServerVariables.ETCD),
              variables.port(ServerVariables.ETCD_PEER));
      case "etcd-1", "etcd-2", "etcd-3" ->
          EtcdPart.ofThree(
              home,
              directory,
              name.charAt(name.length() - 1) - '0',
              variables.port(ServerVariables.ETCD_CLUSTER),
              variables.port(ServerVariables.ETCD_CLUSTER_PEER));
      default -> throw new IllegalArgumentException("no part " + name);
    };
  }

  private InfluxDbPart influxdb() {
    return new InfluxDbPart(
        home,
        StackDirectory.of(home).of("influxdb"),
        variables.port(ServerVariables.INFLUXDB),
        variables.get("PERF_INFLUXDB_USER"),
        variables.get("PERF_INFLUXDB_PASSWORD"));
  }

  /** Returns Grafana with the dashboards if it is installed. */
  Optional<Part> grafana() throws IOException {
    return GrafanaProgram.find(environment).map(this::grafana);
  }

  /** Returns the Grafana that an earlier command started; it can be probed but not started. */
  Part startedGrafana() {
    return grafana(null);
  }

  private Part grafana(GrafanaProgram program) {
    return new GrafanaPart(
        home,
        program,
        StackDirectory.of(home).of(GrafanaPart.NAME),
        variables.port(ServerVariables.GRAFANA),
        influxdb(),
        variables.get(ServerVariables.GRAFANA_READER),
        false);
  }

  private KafkaPart kafka(Path directory, int node) {
    return new KafkaPart(
        home,
        directory,
        node,
        variables.port(ServerVariables.KAFKA),
        variables.port(ServerVariables.KAFKA_CONTROLLER),
        variables.get(ServerVariables.KAFKA_CLUSTER),
        KAFKA_MIB,
        "",
        null);
  }

  private CassandraPart cassandra(Path directory, int node, String jmx) {
    return new CassandraPart(
        home,
        directory,
        node,
        variables.port(ServerVariables.CASSANDRA),
        variables.port(ServerVariables.CASSANDRA_STORAGE),
        variables.port(jmx),
        CASSANDRA_MIB);
  }

  private TomcatSettings tomcat() {
    TomcatSettings settings = TomcatSettings.of(environment, service);
    return new TomcatSettings(
        settings.version(),
        variables.port(ServerVariables.TOMCAT),
        variables.get("PERF_TOMCAT_USER"),
        variables.get("PERF_TOMCAT_PASSWORD"),
        settings.heapMib(),
        Map.of());
  }
}
