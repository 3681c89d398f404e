package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.Host;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.SimpleStatement;
import com.datastax.driver.core.Statement;
import com.datastax.driver.core.exceptions.DriverException;
import io.perfline.core.environment.Cassandra;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * The keyspace of one case. Driver 3 creates, counts and drops it; the driver that the case names
 * writes the rows.
 */
final class CassandraSession implements Session {

  private static final String TABLE = "messages";

  /** The timeout of creating and dropping a keyspace, which takes longer than writing. */
  private static final int SCHEMA_MILLIS = 20_000;

  /**
   * The time after which hints have been delivered; a node checks every ten seconds whether it can.
   */
  private static final Duration HINTS = Duration.ofSeconds(25);

  private static final Duration HINTS_TIMEOUT = Duration.ofMinutes(2);
  private static final int MAX_PAGE_ROWS = 5_000;
  private static final long PAGE_BYTES = 4L << 20;
  private static final int PAGE_MILLIS = 30_000;

  /**
   * The number of partitions that are counted at the same time, because one by one takes too long.
   */
  private static final int COUNTED_AT_ONCE = 4;

  private static final long MIB = 1L << 20;
  private static final int FLUSH_MILLIS = 1_000;

  /** The time after which unchanged files are complete; it contains several flush periods. */
  private static final Duration FLUSHED = Duration.ofSeconds(5);

  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(60);

  private final Cassandra cassandra;
  private final String keyspace;
  private final CaseSettings settings;
  private final Cluster cluster;
  private final com.datastax.driver.core.Session session;
  private final Payloads payloads;
  private final Duration timeout;
  private Rows rows;

  private CassandraSession(
      Cassandra cassandra,
      String keyspace,
      CaseSettings settings,
      Cluster cluster,
      Duration timeout) {
    this.cassandra = cassandra;
    this.timeout = timeout;
    this.keyspace = keyspace;
    this.settings = settings;
    this.cluster = cluster;
    session = cluster.connect();
    payloads = new Payloads(settings.number(CaseSettings.MESSAGE_BYTES), keyspace.hashCode());
  }

  static CassandraSession open(Cassandra cassandra, String keyspace, CaseSettings settings) {
    Clusters.check(cassandra);
    // The driver's timeout is a little shorter than the engine's, which could not name the reason.
    Duration timeout = settings.duration("timeout").multipliedBy(9).dividedBy(10);
    Cluster cluster = Clusters.of(cassandra, settings.number("connections"), timeout);
    try {
      CassandraSession session =
          new CassandraSession(cassandra, keyspace, settings, cluster, timeout);
      session.createTable();
      session.openRows();
      return session;
    } catch (RuntimeException e) {
      cluster.close();
      throw Clusters.failed(cassandra, "create the keyspace " + keyspace, e);
    }
  }

  private void createTable() {
    long replicas = settings.count(CaseSettings.REPLICAS);
    long nodes = cluster.getMetadata().getAllHosts().stream().filter(Host::isUp).count();
    if (nodes < replicas) {
      throw new IllegalStateException(
          ("%d replicas need as many nodes, but %d are up: 'perfline stack up --with cassandra-2'"
                  + " starts a second one")
              .formatted(replicas, nodes));
    }
    schema(
        "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
            .formatted(keyspace, replicas));
    schema(
        """
        CREATE TABLE %s.%s (part int, id bigint, vs_id uuid, url text, status int,
        time timestamp, data blob, PRIMARY KEY (part, id))\
        """
            .formatted(keyspace, TABLE));
  }

  private void openRows() {
    String insert =
        "INSERT INTO %s.%s (part, id, vs_id, url, status, time, data) VALUES (?, ?, ?, ?, ?, ?, ?)"
            .formatted(keyspace, TABLE);
    try {
      rows =
          settings.choice(CassandraDriver.JAVA_DRIVER).equals("4")
              ? Driver4Rows.open(cassandra, insert, settings, payloads, timeout)
              : new Driver3Rows(session, insert, settings, payloads);
    } catch (RuntimeException e) {
      schema("DROP KEYSPACE " + keyspace);
      throw e;
    }
  }

  private void schema(String cql) {
    session.execute(new SimpleStatement(cql).setReadTimeoutMillis(SCHEMA_MILLIS));
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    return rows.writer(index, listener);
  }

  @Override
  public OptionalLong stored() throws InterruptedException {
    try {
      // Messages acknowledged with consistency ANY may be stored as hints and delivered later.
      boolean hints = settings.choice(CassandraDriver.CONSISTENCY).equals("ANY");
      return OptionalLong.of(
          hints ? settled("rows", this::count, 2_000, HINTS, HINTS_TIMEOUT) : count());
    } catch (DriverException e) {
      throw Clusters.failed(cassandra, "count the rows of " + keyspace, e);
    }
  }

  private interface Count {
    long now() throws InterruptedException;
  }

  /** Returns a count as soon as it has not changed for a while. */
  private long settled(
      String what, Count count, long pollMillis, Duration unchanged, Duration limit)
      throws InterruptedException {
    long begin = System.nanoTime();
    long since = begin;
    long last = count.now();
    while (System.nanoTime() - since < unchanged.toNanos()) {
      if (System.nanoTime() - begin > limit.toNanos()) {
        throw new io.perfline.sims.driver.DriverException(
            "the %s of %s.%s still change %d s after the load: %d now"
                .formatted(what, keyspace, TABLE, limit.toSeconds(), last));
      }
      Thread.sleep(pollMillis);
      long now = count.now();
      if (now != last) {
        last = now;
        since = System.nanoTime();
      }
    }
    return last;
  }

  /**
   * Counts the rows by paging through their ids without reading their data; {@code count(*)} on
   * large rows can exhaust a node's memory.
   */
  private long count() throws InterruptedException {
    int partitions = settings.number(CaseSettings.PARTITIONS);
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(COUNTED_AT_ONCE, partitions));
    try {
      List<Callable<Long>> counts =
          IntStream.range(0, partitions)
              .mapToObj(part -> (Callable<Long>) () -> count(part))
              .toList();
      long rows = 0;
      for (Future<Long> counted : threads.invokeAll(counts)) {
        rows += counted.get();
      }
      return rows;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException reason
          ? reason
          : new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private long count(int part) {
    long fitting = PAGE_BYTES / settings.count(CaseSettings.MESSAGE_BYTES);
    Statement page =
        new SimpleStatement("SELECT id FROM %s.%s WHERE part = %d".formatted(keyspace, TABLE, part))
            // All replicas are read, because one may lack rows that another has acknowledged.
            .setConsistencyLevel(ConsistencyLevel.ALL)
            .setFetchSize((int) Math.max(1, Math.min(MAX_PAGE_ROWS, fitting)))
            .setReadTimeoutMillis(PAGE_MILLIS);
    ResultSet answer = session.execute(page);
    long rows = answer.getAvailableWithoutFetching();
    while (!answer.isFullyFetched()) {
      page.setPagingState(answer.getExecutionInfo().getPagingState());
      answer = session.execute(page);
      rows += answer.getAvailableWithoutFetching();
    }
    return rows;
  }

  /**
   * Flushes the table and returns its size on disk. This needs only CQL, so it works with any
   * cluster: a memtable is flushed after its {@code memtable_flush_period_in_ms}, and {@code
   * system_views.disk_usage} contains the size of the files in MiB.
   */
  @Override
  public OptionalDouble keptBytesPerMessage() throws InterruptedException {
    if (!settings.choice(CassandraDriver.SPACE).equals("measured")) {
      return OptionalDouble.empty();
    }
    try {
      schema(
          "ALTER TABLE %s.%s WITH memtable_flush_period_in_ms = %d"
              .formatted(keyspace, TABLE, FLUSH_MILLIS));
      long mebibytes = settled("files", this::mebibytes, 250, FLUSHED, FLUSH_TIMEOUT);
      return OptionalDouble.of(
          (double) (mebibytes * MIB)
              / settings.count(CaseSettings.REPLICAS)
              / stored().orElseThrow());
    } catch (DriverException e) {
      throw Clusters.failed(cassandra, "report the disk usage of " + keyspace, e);
    }
  }

  /** Returns the sum over all nodes, because a virtual table contains the data of one node only. */
  private long mebibytes() {
    long sum = 0;
    for (Host node : cluster.getMetadata().getAllHosts()) {
      for (Row row :
          session.execute(
              new SimpleStatement(
                      "SELECT mebibytes FROM system_views.disk_usage"
                          + " WHERE keyspace_name = ? AND table_name = ?",
                      keyspace,
                      TABLE)
                  .setHost(node))) {
        sum += row.getLong(0);
      }
    }
    return sum;
  }

  @Override
  public void close() {
    try {
      schema("DROP KEYSPACE " + keyspace);
    } catch (DriverException e) {
      throw Clusters.failed(cassandra, "drop the keyspace " + keyspace, e);
    } finally {
      rows.close();
      cluster.close();
    }
  }
}
