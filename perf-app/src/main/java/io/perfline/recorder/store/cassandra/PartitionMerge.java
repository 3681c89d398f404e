package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.PagingState;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.ResultSetFuture;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Statement;
import com.datastax.driver.core.exceptions.PagingStateException;
import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.core.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Merges a service's partitions into one list: newest first, of one time the partitions in turn.
 */
final class PartitionMerge {

  private static final long LIMIT_SECONDS = 5;

  private final RecordingTable table;
  private final Function<Statement, ResultSetFuture> execute;

  PartitionMerge(RecordingTable table, Function<Statement, ResultSetFuture> execute) {
    this.table = table;
    this.execute = execute;
  }

  Page<RecordingSummary> page(UUID vsId, int size, String cursor) throws StoreException {
    Position from = Position.parse(cursor, table.partitions());
    List<ResultSetFuture> reading = new ArrayList<>();
    for (int bucket = 0; bucket < table.partitions(); bucket++) {
      reading.add(execute.apply(table.list(vsId, bucket, from, size + 1)));
    }
    List<Found> found = new ArrayList<>();
    for (int bucket = 0; bucket < reading.size(); bucket++) {
      for (Row row : get(reading.get(bucket))) {
        found.add(new Found(RecordingTable.summary(vsId, row), bucket));
      }
    }
    // Stable: within a partition the order of equal times stays Cassandra's.
    found.sort(
        Comparator.comparingLong((Found one) -> -one.summary.time())
            .thenComparingInt(Found::bucket));
    if (found.size() <= size) {
      return new Page<>(found.stream().map(Found::summary).toList(), "");
    }
    Found last = found.get(size - 1);
    Position next = new Position(last.summary.time(), last.bucket, last.summary.id());
    return new Page<>(found.subList(0, size).stream().map(Found::summary).toList(), next.cursor());
  }

  Page<UUID> services(int size, String cursor) throws StoreException {
    Statement all = table.services().setFetchSize(size);
    if (!cursor.isEmpty()) {
      try {
        all.setPagingState(PagingState.fromString(cursor));
      } catch (PagingStateException e) {
        throw new IllegalArgumentException("not a cursor of this list", e);
      }
    }
    ResultSet rows = get(execute.apply(all));
    PagingState next = rows.getExecutionInfo().getPagingState();
    Set<UUID> services = new LinkedHashSet<>();
    for (int i = rows.getAvailableWithoutFetching(); i > 0; i--) {
      services.add(rows.one().getUUID(0));
    }
    return new Page<>(List.copyOf(services), next == null ? "" : next.toString());
  }

  private static ResultSet get(ResultSetFuture reading) throws StoreException {
    try {
      return reading.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new StoreException("Cassandra can't be read: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new StoreException("Cassandra has not answered in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while reading from Cassandra", e);
    }
  }

  private record Found(RecordingSummary summary, int bucket) {}
}
