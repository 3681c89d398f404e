package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.BatchStatement;
import com.datastax.driver.core.BoundStatement;
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
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import java.util.Date;

/** Sends rows with Cassandra's Java driver 3. */
final class Driver3Rows implements Rows {

  private final Session session;
  private final PreparedStatement insert;
  private final CaseSettings settings;
  private final Payloads payloads;
  private final ConsistencyLevel consistency;

  Driver3Rows(Session session, String insert, CaseSettings settings, Payloads payloads) {
    this.session = session;
    this.insert = session.prepare(insert);
    this.settings = settings;
    this.payloads = payloads;
    consistency = ConsistencyLevel.valueOf(settings.choice(CassandraDriver.CONSISTENCY));
  }

  @Override
  public Connection writer(int index, RequestListener listener) {
    return new Writer(index, listener);
  }

  @Override
  public void close() {
    // The session belongs to the case.
  }

  private final class Writer extends RowWriter {

    private final Date time = new Date(TIME_MILLIS);

    Writer(int index, RequestListener listener) {
      super(settings, payloads, index, listener);
    }

    @Override
    public void send(long request) {
      Futures.addCallback(
          session.executeAsync(statement()),
          new FutureCallback<>() {
            @Override
            public void onSuccess(ResultSet none) {
              ended(request, null);
            }

            @Override
            public void onFailure(Throwable reason) {
              ended(request, reason);
            }
          },
          MoreExecutors.directExecutor());
    }

    private Statement statement() {
      int partition = nextPartition();
      if (batchSize == 1) {
        return row(partition).setConsistencyLevel(consistency);
      }
      BatchStatement batch = new BatchStatement(BatchStatement.Type.UNLOGGED);
      for (int i = 0; i < batchSize; i++) {
        batch.add(row(partition));
      }
      return batch.setConsistencyLevel(consistency);
    }

    private BoundStatement row(int partition) {
      long id = nextId();
      return insert
          .bind()
          .setInt(0, partition)
          .setLong(1, id)
          .setUUID(2, virtualService)
          .setString(3, URL)
          .setInt(4, STATUS)
          .setTimestamp(5, time)
          .setBytesUnsafe(6, body(id));
    }
  }
}
