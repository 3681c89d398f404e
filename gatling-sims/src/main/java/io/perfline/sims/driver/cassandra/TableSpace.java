package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.Host;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SimpleStatement;
import io.perfline.sims.driver.DriverException;
import java.time.Duration;

/**
 * What a table takes on the disks of all nodes once it is flushed. CQL alone does it, so that it
 * works on any cluster: a table's memtable is flushed when its {@code memtable_flush_period_in_ms}
 * is over, and {@code system_views.disk_usage} says, in MiB, what its files take.
 */
final class TableSpace {
  private static final long MIB = 1L << 20;
  private static final int FLUSH_MILLIS = 1_000;
  private static final int SCHEMA_MILLIS = 20_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Unchanged for so long, what is there is all: several flush periods. */
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private static final long POLL_MILLIS = 250;

  private final Session session;
  private final String keyspace;
  private final String table;

  TableSpace(Session session, String keyspace, String table) {
    this.session = session;
    this.keyspace = keyspace;
    this.table = table;
  }

  /**
   * Flushes and looks, to a MiB a node.
   *
   * @throws DriverException when it doesn't settle within a minute
   */
  long bytes() throws InterruptedException {
    session.execute(
        new SimpleStatement(
                "ALTER TABLE %s.%s WITH memtable_flush_period_in_ms = %d"
                    .formatted(keyspace, table, FLUSH_MILLIS))
            .setReadTimeoutMillis(SCHEMA_MILLIS));
    long begun = System.nanoTime();
    long since = begun;
    long seen = mebibytes();
    while (System.nanoTime() - since < SETTLED.toNanos()) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        throw new DriverException(
            "the files of %s.%s still change a minute after the load: %d MiB now"
                .formatted(keyspace, table, seen));
      }
      Thread.sleep(POLL_MILLIS);
      long now = mebibytes();
      if (now != seen) {
        seen = now;
        since = System.nanoTime();
      }
    }
    return seen * MIB;
  }

  /** A virtual table is each node's own. */
  private long mebibytes() {
    long sum = 0;
    for (Host node : session.getCluster().getMetadata().getAllHosts()) {
      for (Row row :
          session.execute(
              new SimpleStatement(
                      "SELECT mebibytes FROM system_views.disk_usage"
                          + " WHERE keyspace_name = ? AND table_name = ?",
                      keyspace,
                      table)
                  .setHost(node))) {
        sum += row.getLong(0);
      }
    }
    return sum;
  }
}
