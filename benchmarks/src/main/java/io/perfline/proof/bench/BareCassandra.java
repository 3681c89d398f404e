package io.perfline.proof.bench;

import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.BoundStatement;
import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.Statement;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.perfline.core.environment.Cassandra;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.cassandra.Clusters;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Date;
import java.util.UUID;

/** Writes the same rows to the same table as our driver, in the shortest possible loop. */
final class BareCassandra implements Contender, FutureCallback<ResultSet> {

  private static final int STATUS = 200;

  private final Cluster cluster;
  private final Session session;
  private final PreparedStatement insert;
  private final int batchSize;
  private final InFlightWindow window;
  private final ByteBuffer[] bodies;
  private final UUID virtualService = new UUID(1, 1);
  private final Date time = new Date(1_700_000_000_000L);
  private long id = 1L << 60; // Our driver has no rows with such ids.

  /**
   * @param table the table with its keyspace, created by our driver
   */
  BareCassandra(Cassandra cassandra, String table, CaseSettings settings) {
    cluster = Clusters.of(cassandra, settings.number("connections"), settings.duration("timeout"));
    session = cluster.connect();
    insert =
        session.prepare(
            "INSERT INTO %s (part, id, vs_id, url, status, time, data) VALUES (?, ?, ?, ?, ?, ?, ?)"
                .formatted(table));
    batchSize = settings.number("batch_size");
    window = new InFlightWindow("the bare Cassandra loop", settings.number("in_flight"), batchSize);
    Payloads payloads = new Payloads(settings.number("message_bytes"), 1);
    bodies = new ByteBuffer[payloads.count()];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = ByteBuffer.wrap(payloads.body(i));
    }
  }

  @Override
  public Sample run(Duration length) throws InterruptedException {
    return window.run(
        length,
        () ->
            Futures.addCallback(
                session.executeAsync(statement()), this, MoreExecutors.directExecutor()));
  }

  private Statement statement() {
    if (batchSize == 1) {
      return row();
    }
    BatchStatement batch = new BatchStatement(BatchStatement.Type.UNLOGGED);
    for (int i = 0; i < batchSize; i++) {
      batch.add(row());
    }
    return batch;
  }

  private BoundStatement row() {
    long next = id++;
    return insert
        .bind()
        .setInt(0, 0)
        .setLong(1, next)
        .setUUID(2, virtualService)
        .setString(3, "/orders")
        .setInt(4, STATUS)
        .setTimestamp(5, time)
        .setBytesUnsafe(6, bodies[(int) (next % bodies.length)]);
  }

  @Override
  public void onSuccess(ResultSet none) {
    window.answered();
  }

  @Override
  public void onFailure(Throwable reason) {
    window.failed(reason.toString());
  }

  @Override
  public void close() {
    cluster.close();
  }
}
