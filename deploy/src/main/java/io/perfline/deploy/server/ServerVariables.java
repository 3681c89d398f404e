package io.perfline.deploy.server;

import java.util.List;
import java.util.Locale;

/** The names of the variables with the servers' ports and passwords. */
public final class ServerVariables {

  public static final String TOMCAT = "PERF_TOMCAT_PORT";
  public static final String KAFKA = "PERF_KAFKA_PORT";
  public static final String KAFKA_CONTROLLER = "PERF_KAFKA_CONTROLLER_PORT";
  public static final String KAFKA_CLUSTER = "PERF_KAFKA_CLUSTER";
  public static final String CASSANDRA = "PERF_CASSANDRA_PORT";
  public static final String CASSANDRA_STORAGE = "PERF_CASSANDRA_STORAGE_PORT";
  public static final String CASSANDRA_JMX = "PERF_CASSANDRA_JMX_PORT";
  public static final String CASSANDRA_2_JMX = "PERF_CASSANDRA_2_JMX_PORT";
  static final String KRYONET = "PERF_KRYONET_PORT";
  static final String KRYONET_BASELINE = "PERF_KRYONET_BASELINE_PORT";
  public static final String INFLUXDB = "PERF_INFLUXDB_PORT";
  public static final String GRAFANA = "PERF_GRAFANA_PORT";
  public static final String GRAFANA_READER = "PERF_GRAFANA_READER_PASSWORD";

  public static final String REDIS = "PERF_REDIS_PORT";
  public static final String REDIS_PASSWORD = "PERF_REDIS_PASSWORD";
  public static final String ETCD = "PERF_ETCD_PORT";
  public static final String ETCD_PEER = "PERF_ETCD_PEER_PORT";
  public static final String ETCD_CLUSTER = "PERF_ETCD_CLUSTER_PORT";
  public static final String ETCD_CLUSTER_PEER = "PERF_ETCD_CLUSTER_PEER_PORT";

  /** The user that deploys to Tomcat and writes to InfluxDB. */
  public static final String USER = "perf";

  /** The variables with ports, which a stack chooses when it starts. */
  public static final List<String> PORTS =
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
  public static String portOf(String part) {
    String name = part.replaceFirst("-\\d+$", "").toUpperCase(Locale.ROOT);
    return "PERF_" + (part.startsWith("etcd-") ? "ETCD_CLUSTER" : name) + "_PORT";
  }
}
