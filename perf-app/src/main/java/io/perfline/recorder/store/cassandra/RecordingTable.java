package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.BoundStatement;
import com.datastax.driver.core.ConsistencyLevel;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.exceptions.DriverException;
import com.datastax.driver.core.exceptions.InvalidQueryException;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.message.Recording;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The table {@code recording} and its prepared statements. A service's recordings are distributed
 * over several partitions by id, and sorted by time within each partition. Therefore they can be
 * paged by time, and a message that is sent again overwrites itself.
 */
final class RecordingTable {

  private static final UUID NOBODY = new UUID(0, 0);

  private final CassandraSettings settings;
  private final int partitions;
  private final ConsistencyLevel consistency;
  private final PreparedStatement insert;
  private final PreparedStatement find;
  private final PreparedStatement search;
  private final PreparedStatement newest;
  private final PreparedStatement before;
  private final PreparedStatement beforeIn;
  private final PreparedStatement services;

  /** Creates the keyspace and the table if they are missing, and prepares the statements. */
  RecordingTable(Session session, CassandraSettings settings) {
    this.settings = settings;
    partitions = settings.partitions();
    consistency = ConsistencyLevel.valueOf(settings.consistency());
    String table = name(settings);
    create(session, settings);
    insert =
        session.prepare(
            "INSERT INTO %s (vs_id, bucket, message_time, id, url, status, data) VALUES (?, ?, ?, ?, ?, ?, ?)"
                .formatted(table));
    insert.setConsistencyLevel(consistency).setIdempotent(true);
    String one =
        "SELECT message_time, url, status, data FROM " + table + " WHERE vs_id = ? AND bucket = ?";
    find = read(session, one + " AND message_time = ? AND id = ?");
    search = read(session, one + " AND id = ? LIMIT 1 ALLOW FILTERING");
    String list =
        "SELECT id, message_time, url, status FROM " + table + " WHERE vs_id = ? AND bucket = ?";
    newest = read(session, list + " LIMIT ?");
    before = read(session, list + " AND message_time < ? LIMIT ?");
    services = read(session, "SELECT DISTINCT vs_id, bucket FROM " + table);
    beforeIn = read(session, list + " AND (message_time, id) < (?, ?) LIMIT ?");
  }

  private static String name(CassandraSettings settings) {
    return settings.keyspace() + ".recording";
  }

  /**
   * Creates the table, and only if that is refused the keyspace, because a user may be allowed to
   * use a keyspace but not to create one. What the driver or the tables of the schema say about the
   * keyspace does not count: a node that was killed may list keyspaces there that it doesn't have.
   */
  private static void create(Session session, CassandraSettings settings) {
    try {
      createTable(session, settings);
    } catch (InvalidQueryException noKeyspace) {
      createKeyspace(session, settings, noKeyspace);
      createTable(session, settings);
    }
  }

  private static void createKeyspace(
      Session session, CassandraSettings settings, InvalidQueryException reason) {
    try {
      session.execute(
          "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
              .formatted(
                  settings.keyspace(),
                  settings.datacenter().replace("'", "''"),
                  settings.replication()));
    } catch (DriverException e) {
      e.addSuppressed(reason);
      throw e;
    }
  }

  private static void createTable(Session session, CassandraSettings settings) {
    session.execute(
        """
        CREATE TABLE IF NOT EXISTS %s (vs_id uuid, bucket int, message_time bigint, id uuid,
        url ascii, status int, data blob, PRIMARY KEY ((vs_id, bucket), message_time, id))
        WITH CLUSTERING ORDER BY (message_time DESC, id DESC)\
        """
            .formatted(name(settings)));
  }

  /**
   * Creates the keyspace or table again after it has disappeared. The prepared statements stay
   * valid, because the driver prepares them again when Cassandra doesn't know them.
   */
  void createAgain(Session session) {
    create(session, settings);
  }

  /** Returns the name of the table with its keyspace. */
  String name() {
    return name(settings);
  }

  private PreparedStatement read(Session session, String query) {
    return session.prepare(query).setConsistencyLevel(consistency).setIdempotent(true);
  }

  int partitions() {
    return partitions;
  }

  ConsistencyLevel consistency() {
    return consistency;
  }

  int bucket(UUID id) {
    return Math.floorMod(id.hashCode(), partitions);
  }

  BoundStatement insert(Recording recording) {
    return insert
        .bind()
        .setUUID(0, recording.vsId())
        .setInt(1, bucket(recording.id()))
        .setLong(2, recording.time())
        .setUUID(3, recording.id())
        .setString(4, recording.url())
        .setInt(5, recording.status())
        .setBytesUnsafe(6, ByteBuffer.wrap(recording.data()));
  }

  /** Returns a query that finds nothing, and fails if the table cannot be used. */
  BoundStatement probe() {
    return find(NOBODY, NOBODY, 0);
  }

  BoundStatement find(UUID vsId, UUID id, long time) {
    return find.bind().setUUID(0, vsId).setInt(1, bucket(id)).setLong(2, time).setUUID(3, id);
  }

  /** Returns a query for a recording whose time is unknown; it reads the whole partition. */
  BoundStatement search(UUID vsId, UUID id) {
    return search.bind().setUUID(0, vsId).setInt(1, bucket(id)).setUUID(2, id);
  }

  /**
   * Returns a query for the newest recordings of a partition that follow a position in the list.
   */
  BoundStatement list(UUID vsId, int bucket, CassandraStore.Position from, int limit) {
    if (from == null) {
      return newest.bind().setUUID(0, vsId).setInt(1, bucket).setInt(2, limit);
    }
    if (bucket == from.bucket()) {
      return beforeIn
          .bind()
          .setUUID(0, vsId)
          .setInt(1, bucket)
          .setLong(2, from.time())
          .setUUID(3, from.id())
          .setInt(4, limit);
    }
    // Recordings with the same time are listed by partition, so later partitions may still have
    // some with this time.
    long bound = bucket > from.bucket() ? from.time() + 1 : from.time();
    return before.bind().setUUID(0, vsId).setInt(1, bucket).setLong(2, bound).setInt(3, limit);
  }

  /** Returns a query for the keys of all partitions, which contain the services. */
  BoundStatement services() {
    return services.bind();
  }

  static Recording recording(UUID vsId, UUID id, Row row) {
    ByteBuffer data = row.getBytes(3);
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    return new Recording(id, vsId, row.getString(1), row.getInt(2), row.getLong(0), bytes);
  }

  static RecordingSummary summary(UUID vsId, Row row) {
    long time = row.getLong(1);
    return new RecordingSummary(
        row.getUUID(0), vsId, row.getString(2), row.getInt(3), time, Long.toString(time));
  }
}
