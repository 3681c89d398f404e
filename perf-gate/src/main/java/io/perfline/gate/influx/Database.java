package io.perfline.gate.influx;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBException;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Query;
import org.influxdb.dto.QueryResult;

/**
 * A database of an InfluxDB 1.x. Every failure, even of a part of an operation, throws a {@link
 * Fault} with exit code 3. Temporary failures (no connection, an overloaded server) are retried
 * first.
 *
 * <p>influxdb-java writes points and sends statements. {@link #ask} reads rows with {@link
 * ChunkedQuery} instead, for the reasons given there.
 */
public final class Database implements AutoCloseable {

  /** The number of points per write; InfluxDB recommends 5,000 to 10,000. */
  public static final int BATCH = 5_000;

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final InfluxDb influxDb;
  private final Retry retry;
  private InfluxDB client;

  private Database(InfluxDb influxDb, Retry retry) {
    this.influxDb = influxDb;
    this.retry = retry;
  }

  public static Database at(InfluxDb influxDb, Retry retry) {
    return new Database(influxDb, retry);
  }

  /**
   * Returns the client, and creates it first if necessary. Commands that only {@link #ask} need
   * none.
   */
  private synchronized InfluxDB client() {
    if (client == null) {
      OkHttpClient.Builder http =
          new OkHttpClient.Builder()
              .connectTimeout(CONNECT)
              .readTimeout(ANSWER)
              .writeTimeout(ANSWER)
              .addInterceptor(new FastGzip());
      String url = influxDb.url().toString();
      client =
          influxDb.user() == null || influxDb.user().isEmpty()
              ? InfluxDBFactory.connect(url, http)
              : InfluxDBFactory.connect(
                  url, influxDb.user(), Objects.requireNonNullElse(influxDb.password(), ""), http);
    }
    return client;
  }

  /**
   * Creates the database and the retention policy of the intervals if they don't exist. Existing
   * ones are not changed, so no administrator is needed for them.
   */
  public void createIfMissing() {
    if (rows("SHOW DATABASES").noneMatch(row -> influxDb.database().equals(row.get(0)))) {
      rows(
          "CREATE DATABASE %s WITH DURATION INF REPLICATION 1 SHARD DURATION %sd NAME autogen"
              .formatted(
                  InfluxQl.name(influxDb.database()), Integer.toString(InfluxDb.SHARD_DAYS)));
    }
    String on = " ON " + InfluxQl.name(influxDb.database());
    if (rows("SHOW RETENTION POLICIES" + on)
        .noneMatch(row -> row.contains(InfluxSchema.INTERVALS))) {
      rows(
          "CREATE RETENTION POLICY %s%s DURATION %sd REPLICATION 1 SHARD DURATION 1d"
              .formatted(
                  InfluxSchema.INTERVALS, on, Integer.toString(InfluxSchema.INTERVALS_DAYS)));
    }
  }

  /** Writes all points in batches, to be kept permanently. */
  public void write(List<String> points) {
    write(points.stream(), null);
  }

  /** Writes all points in batches, to be kept for {@link InfluxSchema#INTERVALS_DAYS} days. */
  public void writeIntervals(List<String> points) {
    write(points.stream(), InfluxSchema.INTERVALS);
  }

  /**
   * Writes points as they are generated, to be kept for {@link InfluxSchema#INTERVALS_DAYS} days.
   *
   * @return the number of points
   */
  public long writeIntervals(Stream<String> points) {
    return write(points, InfluxSchema.INTERVALS);
  }

  private long write(Stream<String> points, String retention) {
    long count = 0;
    List<String> batch = new ArrayList<>();
    try (InFlight flight = new InFlight()) {
      for (Iterator<String> all = points.iterator(); all.hasNext(); count++) {
        if (batch.size() == BATCH) {
          List<String> whole = batch;
          flight.send(() -> writeLines(whole, retention));
          batch = new ArrayList<>(BATCH);
        }
        batch.add(all.next());
      }
      if (!batch.isEmpty()) {
        writeLines(batch, retention);
      }
      flight.finish();
    }
    return count;
  }

  /**
   * Writes lines unchanged, with time stamps in nanoseconds.
   *
   * @param retention the retention policy; null for the permanent one
   */
  private void writeLines(List<String> lines, String retention) {
    if (!lines.isEmpty()) {
      doing(
          "write to",
          () -> {
            client()
                .write(
                    influxDb.database(),
                    retention,
                    InfluxDB.ConsistencyLevel.ONE,
                    TimeUnit.NANOSECONDS,
                    lines);
            return null;
          });
    }
  }

  /**
   * Passes on each row of a response of any length.
   *
   * @throws Fault (no verdict) if the response is incomplete or an error
   */
  public void ask(String query, Consumer<InfluxRow> each) {
    new ChunkedQuery(influxDb).ask(query, each);
  }

  public List<InfluxRow> ask(String query) {
    List<InfluxRow> rows = new ArrayList<>();
    ask(query, rows::add);
    return rows;
  }

  /** Returns the rows of a response, without the names and tags of their series. */
  public Stream<List<Object>> rows(String query) {
    return series(query).flatMap(series -> series.getValues().stream());
  }

  /** Returns the series of a response that contain rows. */
  public Stream<QueryResult.Series> series(String query) {
    QueryResult answer =
        doing("query", () -> client().query(new Query(query, influxDb.database(), true)));
    if (answer.hasError()) {
      throw refused("query", answer.getError());
    }
    for (QueryResult.Result result : answer.getResults()) {
      if (result.hasError()) {
        throw refused("query", result.getError());
      }
    }
    return answer.getResults().stream()
        .filter(result -> result.getSeries() != null)
        .flatMap(result -> result.getSeries().stream())
        .filter(series -> series.getValues() != null);
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
    }
  }

  private <T> T doing(String what, Supplier<T> work) {
    try {
      return retry.run(work);
    } catch (InfluxDBException e) {
      throw refused(what, Retry.cause(e));
    }
  }

  private Fault refused(String what, String why) {
    return Fault.noVerdict(
        "cannot %s InfluxDB at %s, database %s%s: %s"
            .formatted(
                what,
                influxDb.url(),
                influxDb.database(),
                influxDb.user() == null ? "" : ", user " + influxDb.user(),
                why));
  }

  /**
   * Compresses written lines at the fastest level. The lines of a batch are so similar that better
   * compression costs more time than it saves.
   */
  private static final class FastGzip implements Interceptor {

    private static final class Fastest extends GZIPOutputStream {
      Fastest(OutputStream out) throws IOException {
        super(out, 1 << 16);
        def.setLevel(Deflater.BEST_SPEED);
      }
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
      Request request = chain.request();
      RequestBody body = request.body();
      if (body == null || !request.url().encodedPath().endsWith("/write")) {
        return chain.proceed(request);
      }
      return chain.proceed(
          request
              .newBuilder()
              .header("Content-Encoding", "gzip")
              .method(request.method(), compressed(body))
              .build());
    }

    private static RequestBody compressed(RequestBody body) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (Buffer plain = new Buffer();
          OutputStream out = new Fastest(bytes)) {
        body.writeTo(plain);
        plain.writeTo(out);
      }
      return RequestBody.create(bytes.toByteArray(), body.contentType());
    }
  }

  /**
   * Sends batches while the next one is generated. Few of them are in flight at a time, so neither
   * side waits and memory remains bounded. Only one thread may use it.
   *
   * <p>The batch mode of influxdb-java could lose points without an error: its {@code write}
   * returns before anything is sent, only a handler is notified of rejected batches, and batches
   * beyond its retry buffer are dropped.
   */
  static final class InFlight implements AutoCloseable {

    private static final int MAX_REQUESTS = 3;

    private final ExecutorService threads = Executors.newFixedThreadPool(MAX_REQUESTS);
    private final Deque<Future<?>> sent = new ArrayDeque<>();

    /**
     * Sends a batch. If too many are in flight, first waits for the oldest one, and throws its
     * failure.
     */
    void send(Runnable batch) {
      if (sent.size() == MAX_REQUESTS) {
        await(sent.remove());
      }
      sent.add(threads.submit(batch));
    }

    /** Waits for all batches, and throws the first failure. */
    void finish() {
      while (!sent.isEmpty()) {
        await(sent.remove());
      }
    }

    private static void await(Future<?> batch) {
      try {
        batch.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Fault fault) {
          throw fault;
        }
        throw new IllegalStateException("a batch could not be sent", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Fault.noVerdict("interrupted while writing to InfluxDB", e);
      }
    }

    /** Abandons batches that are still in flight after a failure. */
    @Override
    public void close() {
      threads.shutdownNow();
    }
  }
}
