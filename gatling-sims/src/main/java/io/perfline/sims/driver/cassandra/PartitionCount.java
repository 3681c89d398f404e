package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SimpleStatement;
import com.datastax.driver.core.exceptions.DriverException;
import io.perfline.core.environment.Cassandra;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Counts the rows of the recorder's table in partitions that were added after some point in time.
 */
public final class PartitionCount {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The rows that Cassandra reads at a time. */
  private static final int PAGE_ROWS = 2_000;

  /** A partition of the table; the messages of a virtual service are spread over several. */
  public record Partition(UUID service, int bucket) {}

  private PartitionCount() {}

  /**
   * Returns the partitions; none if the table does not exist.
   *
   * @param table the name of the table with its keyspace
   */
  public static Set<Partition> partitions(Cassandra cassandra, String table) {
    return ask(cassandra, session -> partitions(session, table));
  }

  /** Returns the number of rows in partitions that are not in {@code before}. */
  public static long rowsOutside(Cassandra cassandra, String table, Set<Partition> before) {
    return ask(
        cassandra,
        session -> {
          Set<Partition> added = new HashSet<>(partitions(session, table));
          added.removeAll(before);
          return added.stream().mapToLong(partition -> rows(session, table, partition)).sum();
        });
  }

  private static Set<Partition> partitions(Session session, String table) {
    int dot = table.indexOf('.');
    var keyspace = session.getCluster().getMetadata().getKeyspace(table.substring(0, dot));
    if (keyspace == null || keyspace.getTable(table.substring(dot + 1)) == null) {
      return Set.of();
    }
    Set<Partition> partitions = new HashSet<>();
    for (Row row :
        session.execute(
            new SimpleStatement("SELECT DISTINCT vs_id, bucket FROM " + table)
                .setConsistencyLevel(ConsistencyLevel.ALL))) {
      partitions.add(new Partition(row.getUUID(0), row.getInt(1)));
    }
    return partitions;
  }

  private static long rows(Session session, String table, Partition partition) {
    return session
        .execute(
            new SimpleStatement(
                    "SELECT COUNT(*) FROM " + table + " WHERE vs_id = ? AND bucket = ?",
                    partition.service(),
                    partition.bucket())
                .setConsistencyLevel(ConsistencyLevel.ALL)
                .setFetchSize(PAGE_ROWS))
        .one()
        .getLong(0);
  }

  private static <T> T ask(Cassandra cassandra, Function<Session, T> question) {
    Clusters.check(cassandra);
    try (Cluster cluster = Clusters.of(cassandra, 1, TIMEOUT)) {
      return question.apply(cluster.connect());
    } catch (DriverException e) {
      throw Clusters.failed(cassandra, "count the recorder's rows", e);
    }
  }
}
