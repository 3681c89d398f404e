package io.perfline.sims.driver.cassandra;

import com.datastax.driver.core.BoundStatement;
import com.datastax.driver.core.PreparedStatement;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.UUID;

/** The rows that one connection writes, each with an id that no other has. */
final class Rows {

  private static final int CONNECTION_SHIFT = 40;
  private static final int STATUS = 200;

  private final ByteBuffer[] bodies;
  private final int partitions;
  private final UUID virtualService;
  private final Date time = new Date(1_700_000_000_000L);
  private long nextId;
  private int partition;

  Rows(int connection, CaseSettings settings, Payloads payloads) {
    nextId = (long) connection << CONNECTION_SHIFT;
    virtualService = new UUID(connection, connection);
    partitions = settings.number(CassandraDriver.PARTITIONS);
    partition = connection % partitions;
    bodies = new ByteBuffer[payloads.count()];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = ByteBuffer.wrap(payloads.body(i)).asReadOnlyBuffer();
    }
  }

  void nextPartition() {
    partition = partition + 1 == partitions ? 0 : partition + 1;
  }

  BoundStatement next(PreparedStatement insert) {
    long id = nextId++;
    return insert
        .bind()
        .setInt(0, partition)
        .setLong(1, id)
        .setUUID(2, virtualService)
        .setString(3, "/orders")
        .setInt(4, STATUS)
        .setTimestamp(5, time)
        .setBytesUnsafe(6, bodies[(int) (id % bodies.length)]);
  }
}
