package io.perfline.sims.cases;

import com.datastax.driver.core.Cluster;
import io.perfline.deploy.server.CassandraServer;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import java.util.Map;

class CassandraDriverIT extends DriverContract {

  private final CassandraServer server = SharedServers.cassandra();

  @Override
  Driver driver() {
    return new CassandraDriver();
  }

  @Override
  String there() {
    return environment(server.address().toString());
  }

  @Override
  String nowhere() {
    return environment("127.0.0.1:1");
  }

  private static String environment(String address) {
    return "cassandra: {contact_points: ['" + address + "'], datacenter: datacenter1}";
  }

  @Override
  Map<String, Object> settings() {
    return Map.of("batch_size", 50L, "partitions", 3L);
  }

  @Override
  void killServer() {
    server.kill();
  }

  @Override
  boolean lose(String scope) {
    try (Cluster cluster = cluster()) {
      cluster.connect().execute("DELETE FROM " + scope + ".messages WHERE part = 0");
    }
    return true;
  }

  @Override
  int leftOnServer(String scope) {
    try (Cluster cluster = cluster()) {
      return cluster.connect().getCluster().getMetadata().getKeyspace(scope) == null ? 0 : 1;
    }
  }

  private Cluster cluster() {
    return Cluster.builder()
        .addContactPoint(server.address().host())
        .withPort(server.address().port())
        .withoutJMXReporting()
        .build();
  }
}
