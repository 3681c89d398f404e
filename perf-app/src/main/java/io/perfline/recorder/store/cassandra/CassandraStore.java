package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.HostDistance;
import com.datastax.driver.core.PagingState;
import com.datastax.driver.core.PoolingOptions;
import com.datastax.driver.core.QueryOptions;
import com.datastax.driver.core.ResultSet;
import com.datastax.driver.core.ResultSetFuture;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SocketOptions;
import com.datastax.driver.core.Statement;
import com.datastax.driver.core.ThreadingOptions;
import com.datastax.driver.core.exceptions.DriverException;
import com.datastax.driver.core.exceptions.InvalidQueryException;
import com.datastax.driver.core.exceptions.OperationTimedOutException;
import com.datastax.driver.core.exceptions.PagingStateException;
import com.datastax.driver.core.exceptions.WriteTimeoutException;
import com.datastax.driver.core.policies.ConstantReconnectionPolicy;
import com.datastax.driver.core.policies.DCAwareRoundRobinPolicy;
import com.datastax.driver.core.policies.TokenAwarePolicy;
import io.perfline.recorder.core.BindAddress;
import io.perfline.recorder.core.Ids;
import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Stores recordings in a Cassandra table, in micro-batches of one partition each. */
public final class CassandraStore implements Store {

  private static final Logger LOG = Logger.getLogger(CassandraStore.class.getName());

  private static final long CHECK_SECONDS = 3;
  private static final long READ_SECONDS = 5;
  private static final Duration TO_END = Duration.ofSeconds(5);

  private final RecorderSettings settings;
  private final CassandraSettings cassandra;
  private final DriverThreads threads = new DriverThreads();

  private Cluster cluster;
  private volatile Session session;
  private volatile RecordingTable table;
  private volatile BatchWriter writer;

  /** Creates the store, which connects to Cassandra on the first check. */
  CassandraStore(RecorderSettings settings, CassandraSettings cassandra) {
    this.settings = settings;
    this.cassandra = cassandra;
  }

  @Override
  public String name() {
    return "cassandra";
  }

  @Override
  public void check() throws StoreException {
    try {
      if (writer == null || !writer.isAlive()) {
        connect();
      }
      probe();
    } catch (DriverException | IllegalStateException | IllegalArgumentException e) {
      throw failed(e);
    }
  }

  /** Reads the table, and creates it again if Cassandra has lost it or somebody has dropped it. */
  private void probe() throws StoreException {
    try {
      get(session.executeAsync(table.probe()), CHECK_SECONDS);
    } catch (StoreException e) {
      if (!isGone()) {
        throw e;
      }
      table.createAgain(session);
      get(session.executeAsync(table.probe()), CHECK_SECONDS);
      LOG.log(
          Level.WARNING,
          e.getCause(),
          () ->
              "table %s was gone and has been created again, without the recordings in it"
                  .formatted(table.name()));
    }
  }

  /**
   * Returns whether Cassandra answers that the keyspace or the table doesn't exist. It is asked by
   * a statement that is not prepared, because the driver's error for a statement that can't be
   * prepared again is the same as for others.
   */
  private boolean isGone() {
    try {
      get(session.executeAsync("SELECT vs_id FROM " + table.name() + " LIMIT 1"), CHECK_SECONDS);
      return false;
    } catch (StoreException e) {
      return e.getCause() instanceof InvalidQueryException;
    }
  }

  private synchronized void connect() throws StoreException {
    if (table == null) {
      Cluster connecting = cluster();
      try {
        Session connected = connecting.connect();
        table = new RecordingTable(connected, cassandra);
        session = connected;
        cluster = connecting;
      } finally {
        if (cluster == null) {
          connecting.close();
        }
      }
    }
    writer = new BatchWriter(session, table, settings.batch(), settings.storeTimeout());
    writer.start();
  }

  private Cluster cluster() throws StoreException {
    int timeout = Math.toIntExact(settings.storeTimeout().toMillis());
    Cluster.Builder builder =
        Cluster.builder()
            .addContactPointsWithPorts(contactPoints())
            .withLoadBalancingPolicy(
                new TokenAwarePolicy(
                    DCAwareRoundRobinPolicy.builder().withLocalDc(cassandra.datacenter()).build()))
            .withReconnectionPolicy(new ConstantReconnectionPolicy(500))
            .withPoolingOptions(
                new PoolingOptions()
                    .setHeartbeatIntervalSeconds(5)
                    .setConnectionsPerHost(HostDistance.LOCAL, 2, 2))
            .withQueryOptions(new QueryOptions().setRefreshNodeIntervalMillis(200))
            .withSocketOptions(
                new SocketOptions().setConnectTimeoutMillis(2000).setReadTimeoutMillis(timeout))
            .withThreadingOptions(threads)
            .withoutJMXReporting()
            .withoutMetrics();
    if (cassandra.user() != null) {
      builder.withCredentials(cassandra.user(), cassandra.password());
    }
    return cassandra.tls() ? builder.withSSL().build() : builder.build();
  }

  private List<InetSocketAddress> contactPoints() throws StoreException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (BindAddress point : cassandra.contactPoints()) {
      InetSocketAddress address = new InetSocketAddress(point.host(), point.port());
      if (address.isUnresolved()) {
        throw failed(new UnknownHostException(point.host()));
      }
      addresses.add(address);
    }
    return addresses;
  }

  @Override
  public void store(Submission submission) {
    writer.write(submission);
  }

  @Override
  public Optional<Recording> find(UUID vsId, UUID id, String locator) throws StoreException {
    RecordingTable from = table();
    Statement query =
        locator.isEmpty() ? from.search(vsId, id) : from.find(vsId, id, Position.number(locator));
    return Optional.ofNullable(get(session.executeAsync(query), CHECK_SECONDS).one())
        .map(row -> RecordingTable.recording(vsId, id, row));
  }

  /**
   * Returns a page of recordings merged from all partitions of a service, newest first. Recordings
   * with the same time are sorted by partition.
   */
  @Override
  public Page<RecordingSummary> list(UUID vsId, int size, String cursor) throws StoreException {
    RecordingTable from = table();
    Position after = Position.parse(cursor, from.partitions());
    List<ResultSetFuture> reading = new ArrayList<>();
    for (int bucket = 0; bucket < from.partitions(); bucket++) {
      reading.add(session.executeAsync(from.list(vsId, bucket, after, size + 1)));
    }
    List<Found> found = new ArrayList<>();
    for (int bucket = 0; bucket < reading.size(); bucket++) {
      for (Row row : get(reading.get(bucket), READ_SECONDS)) {
        found.add(new Found(RecordingTable.summary(vsId, row), bucket));
      }
    }
    // The sort is stable: within a partition, recordings with the same time stay in Cassandra's
    // order.
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

  @Override
  public Page<UUID> services(int size, String cursor) throws StoreException {
    Statement all = table().services().setFetchSize(size);
    if (!cursor.isEmpty()) {
      try {
        all.setPagingState(PagingState.fromString(cursor));
      } catch (PagingStateException e) {
        throw new IllegalArgumentException("not a cursor of this list", e);
      }
    }
    ResultSet rows = get(session.executeAsync(all), READ_SECONDS);
    PagingState next = rows.getExecutionInfo().getPagingState();
    Set<UUID> services = new LinkedHashSet<>();
    for (int i = rows.getAvailableWithoutFetching(); i > 0; i--) {
      services.add(rows.one().getUUID(0));
    }
    return new Page<>(List.copyOf(services), next == null ? "" : next.toString());
  }

  private record Found(RecordingSummary summary, int bucket) {}

  private RecordingTable table() throws StoreException {
    RecordingTable now = table;
    if (now == null) {
      throw new StoreException(
          "Cassandra at " + cassandra.contactPoints() + " was not reached yet");
    }
    return now;
  }

  private ResultSet get(ResultSetFuture reading, long seconds) throws StoreException {
    try {
      return reading.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    } catch (TimeoutException e) {
      throw failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(e);
    }
  }

  private StoreException failed(Throwable reason) {
    return new StoreException(
        "Cassandra at " + cassandra.contactPoints() + " does not work: " + reason, reason);
  }

  static Refusal refusal(Exception failure) {
    if (failure instanceof OperationTimedOutException || failure instanceof WriteTimeoutException) {
      return Refusal.timeout("Cassandra has not answered in time: " + failure.getMessage());
    }
    return Refusal.unavailable("Cassandra has not stored the message: " + failure);
  }

  @Override
  public synchronized void close(Duration limit) {
    try {
      if (writer != null) {
        writer.close(limit);
      }
      if (cluster != null) {
        cluster.closeAsync().get(10, TimeUnit.SECONDS);
        threads.awaitEnd(TO_END);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the driver of Cassandra did not close", e);
    }
  }

  /**
   * Tracks the driver's threads, because some of them, such as the connection reaper, still run
   * when the driver reports that it has closed.
   */
  private static final class DriverThreads extends ThreadingOptions {

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    @Override
    public ThreadFactory createThreadFactory(String clusterName, String executorName) {
      ThreadFactory factory = super.createThreadFactory(clusterName, executorName);
      return task -> {
        Thread thread = factory.newThread(task);
        threads.removeIf(one -> one.getState() == Thread.State.TERMINATED);
        threads.add(thread);
        return thread;
      };
    }

    /** Waits until all threads have ended, at most for {@code limit}. */
    void awaitEnd(Duration limit) throws InterruptedException {
      long end = System.nanoTime() + limit.toNanos();
      for (Thread thread : List.copyOf(threads)) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left > 0) {
          thread.join(left);
        }
      }
    }
  }

  /** The position of a page's last recording in the list; a cursor contains it as text. */
  record Position(long time, int bucket, UUID id) {

    /** Returns the position in a cursor; null for an empty cursor, which is the beginning. */
    static Position parse(String cursor, int partitions) {
      if (cursor.isEmpty()) {
        return null;
      }
      String[] parts = cursor.split("\\.", -1);
      UUID id = parts.length == 3 ? Ids.parse(parts[2]) : null;
      long bucket = id == null ? partitions : number(parts[1]);
      if (bucket >= partitions) {
        throw new IllegalArgumentException("not a cursor of this list");
      }
      return new Position(number(parts[0]), (int) bucket, id);
    }

    /** Parses a number of a locator or cursor. */
    static long number(String text) {
      if (!text.matches("\\d{1,18}")) {
        throw new IllegalArgumentException("not a place in this store");
      }
      return Long.parseLong(text);
    }

    String cursor() {
      return time + "." + bucket + "." + id;
    }
  }
}
