package io.perfline.sims.driver.cassandra;

import static java.util.stream.Collectors.joining;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.HostDistance;
import com.datastax.driver.core.PoolingOptions;
import com.datastax.driver.core.SocketOptions;
import com.datastax.driver.core.policies.DCAwareRoundRobinPolicy;
import com.datastax.driver.core.policies.FallthroughRetryPolicy;
import com.datastax.driver.core.policies.TokenAwarePolicy;
import io.perfline.core.environment.Cassandra;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Creates the driver's cluster objects. */
public final class Clusters {

  private static final int CONNECT_MILLIS = 5_000;
  private static final int MAX_REQUESTS = 32_768;
  private static final int MAX_QUEUED = 100_000;

  private Clusters() {}

  /**
   * Returns a cluster that is not yet connected. Nothing is retried, because errors must be
   * counted, not hidden.
   *
   * @param connections the number of TCP connections to each node
   * @param timeout the timeout of a request
   */
  public static Cluster of(Cassandra cassandra, int connections, Duration timeout) {
    List<InetSocketAddress> nodes =
        cassandra.contactPoints().stream()
            .map(node -> new InetSocketAddress(node.host(), node.port()))
            .toList();
    Cluster.Builder builder =
        Cluster.builder()
            .addContactPointsWithPorts(nodes)
            .withPort(nodes.get(0).getPort())
            .withLoadBalancingPolicy(
                new TokenAwarePolicy(
                    DCAwareRoundRobinPolicy.builder().withLocalDc(cassandra.datacenter()).build()))
            .withRetryPolicy(FallthroughRetryPolicy.INSTANCE)
            .withPoolingOptions(pooling(connections))
            .withSocketOptions(
                new SocketOptions()
                    .setConnectTimeoutMillis(CONNECT_MILLIS)
                    .setReadTimeoutMillis(Math.toIntExact(timeout.toMillis()))
                    .setTcpNoDelay(true))
            .withoutJMXReporting()
            .withoutMetrics();
    if (cassandra.user() != null) {
      builder.withCredentials(cassandra.user(), cassandra.password());
    }
    if (cassandra.tls() != null) {
      builder.withSSL(new Encryption(cassandra.tls()).options());
    }
    return builder.build();
  }

  /**
   * Checks that a node accepts connections, and that the first one that does is trusted. Fails at
   * once.
   *
   * @throws DriverException if not; the message names the node and the reason
   */
  static void check(Cassandra cassandra) {
    HostPort address = Reachable.check("Cassandra", addresses(cassandra));
    if (cassandra.tls() != null) {
      new Encryption(cassandra.tls()).check(address);
    }
  }

  private static String addresses(Cassandra cassandra) {
    return cassandra.contactPoints().stream().map(Object::toString).collect(joining(","));
  }

  static DriverException failed(Cassandra cassandra, String what, RuntimeException e) {
    return DriverException.failed("Cassandra at " + addresses(cassandra), what, e);
  }

  private static PoolingOptions pooling(int connections) {
    return new PoolingOptions()
        .setConnectionsPerHost(HostDistance.LOCAL, connections, connections)
        .setMaxRequestsPerConnection(HostDistance.LOCAL, MAX_REQUESTS)
        .setMaxQueueSize(MAX_QUEUED);
  }
}
