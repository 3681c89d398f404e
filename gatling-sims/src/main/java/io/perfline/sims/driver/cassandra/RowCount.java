package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SimpleStatement;
import com.datastax.driver.core.Statement;
import io.perfline.sims.driver.Settings;

/**
 * Counts rows by paging through their ids, never their data: {@code count(*)} over large rows can
 * run a node out of memory.
 */
final class RowCount {

  private static final int MOST_ROWS = 5_000;
  private static final long PAGE_BYTES = 4L << 20;
  private static final int PAGE_MILLIS = 30_000;

  private final Session session;
  private final String table;
  private final int pageRows;

  RowCount(Session session, String table, Settings settings) {
    this.session = session;
    this.table = table;
    long fitting = PAGE_BYTES / settings.count(CassandraDriver.MESSAGE_BYTES);
    pageRows = (int) Math.max(1, Math.min(MOST_ROWS, fitting));
  }

  /** The rows of partitions 0 to {@code partitions} − 1. */
  long of(int partitions) {
    long rows = 0;
    for (int part = 0; part < partitions; part++) {
      rows += count(part);
    }
    return rows;
  }

  private long count(int part) {
    Statement page =
        new SimpleStatement("SELECT id FROM " + table + " WHERE part = " + part)
            .setFetchSize(pageRows)
            .setReadTimeoutMillis(PAGE_MILLIS);
    ResultSet answer = session.execute(page);
    long rows = 0;
    while (true) {
      int here = answer.getAvailableWithoutFetching();
      rows += here;
      if (answer.isFullyFetched()) {
        return rows;
      }
      page.setPagingState(answer.getExecutionInfo().getPagingState());
      answer = session.execute(page);
    }
  }
}
