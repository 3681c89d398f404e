package io.perfline.sims.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.perfline.core.environment.Cassandra;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;

/**
 * Sends rows with Cassandra's Java driver 4. Nothing is retried, because errors must be counted,
 * not hidden. The load balancing is the driver's default.
 */
final class Driver4Rows implements Rows {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int MAX_REQUESTS = 32_768;

  private final CqlSession session;
  private final PreparedStatement insert;
  private final CaseSettings settings;
  private final Payloads payloads;
  private final ConsistencyLevel consistency;

  private Driver4Rows(
      CqlSession session, PreparedStatement insert, CaseSettings settings, Payloads payloads) {
    this.session = session;
    this.insert = insert;
    this.settings = settings;
    this.payloads = payloads;
    consistency = DefaultConsistencyLevel.valueOf(settings.choice(CassandraDriver.CONSISTENCY));
  }

  /**
   * Connects to the cluster.
   *
   * @param timeout the timeout of a request
   */
  static Driver4Rows open(
      Cassandra cassandra,
      String insert,
      CaseSettings settings,
      Payloads payloads,
      Duration timeout) {
    CqlSession session = session(cassandra, settings.number("connections"), timeout);
    try {
      return new Driver4Rows(session, session.prepare(insert), settings, payloads);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static CqlSession session(Cassandra cassandra, int connections, Duration timeout) {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .addContactPoints(
                cassandra.contactPoints().stream()
                    .map(node -> new InetSocketAddress(node.host(), node.port()))
                    .toList())
            .withLocalDatacenter(cassandra.datacenter())
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
                    .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, CONNECT)
                    .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, CONNECT)
                    .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, connections)
                    .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, MAX_REQUESTS)
                    .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoRetries.class)
                    .build());
    if (cassandra.user() != null) {
      builder.withAuthCredentials(cassandra.user(), cassandra.password());
    }
    if (cassandra.tls() != null) {
      builder.withSslEngineFactory(new Encryption(cassandra.tls()).engineFactory());
    }
    return builder.build();
  }

  @Override
  public Connection writer(int index, RequestListener listener) {
    return new Writer(index, listener);
  }

  @Override
  public void close() {
    session.close();
  }

  private final class Writer extends RowWriter {

    private final Instant time = Instant.ofEpochMilli(TIME_MILLIS);

    Writer(int index, RequestListener listener) {
      super(settings, payloads, index, listener);
    }

    @Override
    public void send(long request) {
      var unused =
          session
              .executeAsync(statement())
              .whenComplete((none, failure) -> ended(request, failure));
    }

    private Statement<?> statement() {
      int partition = nextPartition();
      if (batchSize == 1) {
        return row(partition).setConsistencyLevel(consistency);
      }
      BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
      for (int i = 0; i < batchSize; i++) {
        batch.addStatement(row(partition));
      }
      return batch.setConsistencyLevel(consistency).build();
    }

    private BoundStatement row(int partition) {
      long id = nextId();
      return insert
          .boundStatementBuilder()
          .setInt(0, partition)
          .setLong(1, id)
          .setUuid(2, virtualService)
          .setString(3, URL)
          .setInt(4, STATUS)
          .setInstant(5, time)
          .setByteBuffer(6, body(id))
          .build();
    }
  }
}
