package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SimpleStatement;
import com.datastax.driver.core.Statement;
import io.perfline.sims.driver.CaseSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Counts rows by paging through their ids, never their data: {@code count(*)} over large rows can
 * run a node out of memory.
 */
final class RowCount {

  private static final int MOST_ROWS = 5_000;
  private static final long PAGE_BYTES = 4L << 20;
  private static final int PAGE_MILLIS = 30_000;

  /** Partitions that are counted at a time: millions of rows take a while one by one. */
  private static final int AT_ONCE = 4;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 2_000;

  private final Session session;
  private final String table;
  private final int pageRows;

  RowCount(Session session, String table, CaseSettings settings) {
    this.session = session;
    this.table = table;
    long fitting = PAGE_BYTES / settings.count(CassandraDriver.MESSAGE_BYTES);
    pageRows = (int) Math.max(1, Math.min(MOST_ROWS, fitting));
  }

  /** The rows of partitions 0 to {@code partitions} − 1. */
  long of(int partitions) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(Math.min(AT_ONCE, partitions));
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

  /**
   * The same once it has stayed for {@code unchanged}: what consistency ANY acknowledged may be
   * kept as a hint and delivered later.
   */
  long settled(int partitions, Duration unchanged) throws InterruptedException {
    long begun = System.nanoTime();
    long since = begun;
    long rows = of(partitions);
    while (System.nanoTime() - since < unchanged.toNanos()
        && System.nanoTime() - begun < PATIENCE.toNanos()) {
      Thread.sleep(POLL_MILLIS);
      long now = of(partitions);
      if (now != rows) {
        rows = now;
        since = System.nanoTime();
      }
    }
    return rows;
  }

  private long count(int part) {
    Statement page =
        new SimpleStatement("SELECT id FROM " + table + " WHERE part = " + part)
            // Every copy is asked: one alone may have missed what another acknowledged.
            .setConsistencyLevel(ConsistencyLevel.ALL)
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
