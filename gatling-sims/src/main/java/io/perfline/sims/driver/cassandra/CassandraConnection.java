package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.Statement;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;

/**
 * One writer. The driver spreads the requests of all writers over its TCP connections, of which
 * each node has as many as there are writers.
 */
final class CassandraConnection implements Connection {

  private final Session session;
  private final PreparedStatement insert;
  private final Rows rows;
  private final ConsistencyLevel consistency;
  private final int batchSize;
  private final long batchBytes;
  private final RequestListener listener;

  CassandraConnection(
      Session session,
      PreparedStatement insert,
      Rows rows,
      ConsistencyLevel consistency,
      CaseSettings settings,
      RequestListener listener) {
    this.session = session;
    this.insert = insert;
    this.rows = rows;
    this.consistency = consistency;
    this.listener = listener;
    batchSize = settings.number(CassandraDriver.BATCH_SIZE);
    batchBytes = batchSize * settings.count(CassandraDriver.MESSAGE_BYTES);
  }

  @Override
  public void send(long request) {
    Futures.addCallback(
        session.executeAsync(statement()),
        new BatchReply(listener, request, batchSize, batchBytes),
        MoreExecutors.directExecutor());
  }

  private Statement statement() {
    rows.nextPartition();
    if (batchSize == 1) {
      return rows.next(insert).setConsistencyLevel(consistency);
    }
    BatchStatement batch = new BatchStatement(BatchStatement.Type.UNLOGGED);
    for (int i = 0; i < batchSize; i++) {
      batch.add(rows.next(insert));
    }
    return batch.setConsistencyLevel(consistency);
  }

  @Override
  public void close() {
    // The TCP connections belong to all writers, and end with the session.
  }

  /**
   * Takes a request's answer.
   *
   * @param rows in the request
   * @param bytes data in them
   */
  private record BatchReply(RequestListener outcome, long request, int rows, long bytes)
      implements FutureCallback<ResultSet> {

    @Override
    public void onSuccess(ResultSet none) {
      outcome.succeeded(request, rows, bytes);
    }

    @Override
    public void onFailure(Throwable reason) {
      outcome.failed(request, reason.getClass().getSimpleName());
    }
  }
}
