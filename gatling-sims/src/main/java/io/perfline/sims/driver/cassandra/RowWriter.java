package io.perfline.sims.driver.cassandra;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Writes rows with ids of its own. The driver distributes the requests of all writers over its TCP
 * connections; there are as many to each node as there are writers.
 */
abstract class RowWriter implements Connection {

  static final String URL = "/orders";
  static final int STATUS = 200;
  static final long TIME_MILLIS = 1_700_000_000_000L;

  private static final int CONNECTION_SHIFT = 40;

  final int batchSize;
  final UUID virtualService;
  private final long batchBytes;
  private final int partitions;
  private final ByteBuffer[] bodies;
  private final RequestListener listener;
  private long nextId;
  private int partition;

  RowWriter(CaseSettings settings, Payloads payloads, int index, RequestListener listener) {
    this.listener = listener;
    batchSize = settings.number(CaseSettings.BATCH_SIZE);
    batchBytes = batchSize * settings.count(CaseSettings.MESSAGE_BYTES);
    partitions = settings.number(CaseSettings.PARTITIONS);
    bodies = new ByteBuffer[payloads.count()];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = ByteBuffer.wrap(payloads.body(i)).asReadOnlyBuffer();
    }
    nextId = (long) index << CONNECTION_SHIFT;
    virtualService = new UUID(index, index);
    partition = index % partitions;
  }

  /** Returns the partition of the next request; requests use all partitions in turn. */
  final int nextPartition() {
    partition = partition + 1 == partitions ? 0 : partition + 1;
    return partition;
  }

  final long nextId() {
    return nextId++;
  }

  final ByteBuffer body(long id) {
    return bodies[(int) (id % bodies.length)];
  }

  /** Reports the result of a request; {@code failure} is null if it succeeded. */
  final void ended(long request, Throwable failure) {
    if (failure == null) {
      listener.succeeded(request, batchSize, batchBytes);
    } else {
      listener.failed(request, failure.getClass().getSimpleName());
    }
  }

  @Override
  public void close() {
    // The TCP connections belong to all writers and end with the session.
  }
}
