package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.Host;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.SimpleStatement;
import com.datastax.driver.core.exceptions.DriverException;
import io.perfline.core.environment.Cassandra;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Reasons;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The keyspace of one case. */
final class CassandraSession implements Session {

  static final String TABLE = "messages";

  /** Creating and dropping takes longer than writing. */
  private static final int SCHEMA_MILLIS = 20_000;

  /** A node looks every ten seconds for hints that it can deliver. */
  private static final Duration HINTS = Duration.ofSeconds(25);

  private final Cassandra cassandra;
  private final String keyspace;
  private final CaseSettings settings;
  private final Cluster cluster;
  private final com.datastax.driver.core.Session session;
  private final Payloads payloads;
  private PreparedStatement insert;

  private CassandraSession(
      Cassandra cassandra, String keyspace, CaseSettings settings, Cluster cluster) {
    this.cassandra = cassandra;
    this.keyspace = keyspace;
    this.settings = settings;
    this.cluster = cluster;
    session = cluster.connect();
    payloads = new Payloads(settings.number(CassandraDriver.MESSAGE_BYTES), keyspace.hashCode());
  }

  static CassandraSession open(Cassandra cassandra, String keyspace, CaseSettings settings) {
    Clusters.check(cassandra);
    Duration timeout = settings.duration("timeout");
    // The driver's own time is over a little before the engine's, which could not say why.
    Cluster cluster =
        Clusters.of(
            cassandra, settings.number("connections"), timeout.multipliedBy(9).dividedBy(10));
    try {
      CassandraSession session = new CassandraSession(cassandra, keyspace, settings, cluster);
      session.createTable();
      return session;
    } catch (RuntimeException e) {
      cluster.close();
      throw failed(cassandra, "create the keyspace " + keyspace, e);
    }
  }

  private void createTable() {
    long nodes = cluster.getMetadata().getAllHosts().stream().filter(Host::isUp).count();
    if (nodes < settings.count(CassandraDriver.REPLICAS)) {
      throw new IllegalStateException(
          "%d replicas take as many nodes, and %d are up: './perf stack up --with cassandra-2' starts a second one"
              .formatted(settings.count(CassandraDriver.REPLICAS), nodes));
    }
    schema(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
            .formatted(keyspace, settings.count(CassandraDriver.REPLICAS)));
    schema(
        """
        CREATE TABLE %s.%s (part int, id bigint, vs_id uuid, url text, status int,
        time timestamp, data blob, PRIMARY KEY (part, id))"""
            .formatted(keyspace, TABLE));
    insert =
        session.prepare(
            "INSERT INTO %s.%s (part, id, vs_id, url, status, time, data) VALUES (?, ?, ?, ?, ?, ?, ?)"
                .formatted(keyspace, TABLE));
  }

  private void schema(String cql) {
    session.execute(new SimpleStatement(cql).setReadTimeoutMillis(SCHEMA_MILLIS));
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    ConsistencyLevel consistency =
        ConsistencyLevel.valueOf(settings.choice(CassandraDriver.CONSISTENCY));
    return new CassandraConnection(
        session, insert, new Rows(index, settings, payloads), consistency, settings, listener);
  }

  @Override
  public OptionalLong stored() throws InterruptedException {
    try {
      RowCount count = new RowCount(session, keyspace + "." + TABLE, settings);
      int all = settings.number(CassandraDriver.PARTITIONS);
      boolean hints = settings.choice(CassandraDriver.CONSISTENCY).equals("ANY");
      return OptionalLong.of(hints ? count.settled(all, HINTS) : count.of(all));
    } catch (DriverException e) {
      throw failed(cassandra, "count the rows of " + keyspace, e);
    }
  }

  @Override
  public OptionalDouble keptBytesPerMessage() throws InterruptedException {
    if (!settings.choice(CassandraDriver.SPACE).equals("measured")) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(
          (double) new TableSpace(session, keyspace, TABLE).bytes()
              / settings.count(CassandraDriver.REPLICAS)
              / stored().orElseThrow());
    } catch (DriverException e) {
      throw failed(cassandra, "say what it keeps of " + keyspace, e);
    }
  }

  @Override
  public void close() {
    try {
      schema("DROP KEYSPACE " + keyspace);
    } catch (DriverException e) {
      throw failed(cassandra, "drop the keyspace " + keyspace, e);
    } finally {
      cluster.close();
    }
  }

  private static io.perfline.sims.driver.DriverException failed(
      Cassandra cassandra, String what, RuntimeException e) {
    return new io.perfline.sims.driver.DriverException(
        "Cassandra at %s could not %s: %s"
            .formatted(Clusters.addresses(cassandra), what, Reasons.of(e)),
        e);
  }
}
