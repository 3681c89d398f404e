package io.perfline.deploy.stack;

import java.util.List;
import java.util.Locale;

/** The names of the variables with the servers' ports and passwords. */
final class ServerVariables {

  static final String TOMCAT = "PERF_TOMCAT_PORT";
  static final String KAFKA = "PERF_KAFKA_PORT";
  static final String KAFKA_CONTROLLER = "PERF_KAFKA_CONTROLLER_PORT";
  static final String KAFKA_CLUSTER = "PERF_KAFKA_CLUSTER";
  static final String CASSANDRA = "PERF_CASSANDRA_PORT";
  static final String CASSANDRA_STORAGE = "PERF_CASSANDRA_STORAGE_PORT";
  static final String CASSANDRA_JMX = "PERF_CASSANDRA_JMX_PORT";
  static final String CASSANDRA_2_JMX = "PERF_CASSANDRA_2_JMX_PORT";
  static final String KRYONET = "PERF_KRYONET_PORT";
  static final String KRYONET_BASELINE = "PERF_KRYONET_BASELINE_PORT";
  static final String INFLUXDB = "PERF_INFLUXDB_PORT";
  static final String GRAFANA = "PERF_GRAFANA_PORT";
  static final String GRAFANA_READER = "PERF_GRAFANA_READER_PASSWORD";

  static final String REDIS = "PERF_REDIS_PORT";
  static final String REDIS_PASSWORD = "PERF_REDIS_PASSWORD";
  static final String ETCD = "PERF_ETCD_PORT";
  static final String ETCD_PEER = "PERF_ETCD_PEER_PORT";
  static final String ETCD_CLUSTER = "PERF_ETCD_CLUSTER_PORT";
  static final String ETCD_CLUSTER_PEER = "PERF_ETCD_CLUSTER_PEER_PORT";

  /** The user that deploys to Tomcat and writes to InfluxDB. */
  static final String USER = "perf";

  /** The variables with ports, which a stack chooses when it starts. */
  static final List<String> PORTS =
      List.of(
          TOMCAT,
          KAFKA,
          KAFKA_CONTROLLER,
          CASSANDRA,
          CASSANDRA_STORAGE,
          CASSANDRA_JMX,
          CASSANDRA_2_JMX,
          KRYONET,
          KRYONET_BASELINE,
          INFLUXDB,
          REDIS,
          ETCD,
          ETCD_PEER,
          ETCD_CLUSTER,
          ETCD_CLUSTER_PEER,
          GRAFANA);

  private ServerVariables() {}

  /** Returns the name of the variable with the port of a part; all nodes of a cluster share one. */
  static String portOf(String part) {
    String name = part.replaceFirst("-\\d+$", "").toUpperCase(Locale.ROOT);
    return "PERF_" + (part.startsWith("etcd-") ? "ETCD_CLUSTER" : name) + "_PORT";
  }
}
