package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/** One case's connections to an HTTP server. */
public final class HttpSession implements Session {

  /**
   * Number of recordings to be listed: enough that every partition has some, because a page reads
   * all partitions. Kafka's producer fills one partition after the other, a quarter of a megabyte
   * each.
   */
  private static final int LISTED = 8_000;

  /**
   * Number of recordings per stored batch. A small fixed size keeps the amount read per partition
   * the same in every run.
   */
  private static final Batches TOGETHER = Batches.of(8);

  private final HttpAddress address;
  private final IntFunction<Requests> requests;
  private final Duration timeout;
  private final Watchdog watchdog;
  private final AtomicLong reopened = new AtomicLong();

  /**
   * @param requests of the connection with this index
   */
  HttpSession(HttpAddress address, IntFunction<Requests> requests, Duration timeout) {
    this.address = address;
    this.requests = requests;
    this.timeout = timeout;
    watchdog = new Watchdog(timeout);
  }

  /**
   * Stores recordings, each with an id of its own, and expects 201.
   *
   * @param recorder where the recorder is deployed
   * @param dataBytes the length of each message's data
   * @param seed of the data
   * @param timeout when a request is given up
   */
  public static HttpSession recordings(
      URI recorder, int dataBytes, Batches batches, long seed, Duration timeout) {
    HttpAddress address = HttpAddress.of(recorder);
    RecordingBodies bodies = new RecordingBodies(address, dataBytes, batches, seed);
    return new HttpSession(address, posts(bodies), timeout);
  }

  /** Gets a page and expects 200. */
  public static HttpSession gets(URI page, Duration timeout) {
    HttpAddress address = HttpAddress.of(page);
    return new HttpSession(address, index -> new Gets(List.of(address)), timeout);
  }

  /**
   * Gets all that the recorder shows, one after the other, as one request: a {@link Visit}. The
   * recordings are stored first, for a service of their own.
   *
   * @param recorder where the recorder is deployed
   * @param dataBytes the length of each recording's data
   */
  public static HttpSession visit(URI recorder, int dataBytes, Duration timeout) {
    HttpAddress address = HttpAddress.of(recorder);
    long seed = ThreadLocalRandom.current().nextLong();
    RecordingBodies listed = new RecordingBodies(address, dataBytes, TOGETHER, seed);
    store(address, listed, timeout);
    List<HttpAddress> visit = Visit.addresses(recorder, listed.virtualService());
    return new HttpSession(visit.get(0), index -> new Gets(visit), timeout);
  }

  private static IntFunction<Requests> posts(RecordingBodies bodies) {
    return index -> new Posts(bodies, UUID.randomUUID().getMostSignificantBits());
  }

  private static void store(HttpAddress recorder, RecordingBodies bodies, Duration timeout) {
    AtomicReference<String> failure = new AtomicReference<>();
    AtomicInteger stored = new AtomicInteger();
    RequestListener listener =
        new RequestListener() {
          @Override
          public void succeeded(long request, int messages, long bytes) {
            stored.addAndGet(messages);
          }

          @Override
          public void failed(long request, String kind) {
            failure.set(kind);
          }
        };
    try (HttpSession session = new HttpSession(recorder, posts(bodies), timeout);
        Connection connection = session.connect(0, listener)) {
      while (stored.get() < LISTED && failure.get() == null) {
        int before = stored.get();
        connection.send(0);
        if (stored.get() == before) {
          failure.compareAndSet(null, "no answer");
        }
      }
    }
    if (failure.get() != null) {
      throw new DriverException(
          "cannot store at %s the %d recordings that its pages are to show, %d of them are: %s"
              .formatted(recorder, LISTED, stored.get(), failure.get()));
    }
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    try {
      HttpConnection connection =
          new HttpConnection(address, requests.apply(index), listener, timeout);
      watchdog.add(connection);
      return connection;
    } catch (IOException e) {
      throw new DriverException(refused(index, address, e), e);
    }
  }

  /** Null where there is TLS: it is used over blocking sockets. */
  @Override
  public Multiplexer multiplexer() {
    return address.tls() ? null : new HttpMultiplexer(address, requests, timeout, reopened);
  }

  static String refused(int index, HttpAddress address, IOException e) {
    return "connection %d to %s failed: %s. Is it running? Try ./perf stack status"
        .formatted(index, address, e);
  }

  /** Empty: HTTP alone doesn't say what the store behind it holds. */
  @Override
  public OptionalLong stored() {
    return OptionalLong.empty();
  }

  /** How often a connection had to be opened again, so far. */
  public long reopened() {
    return watchdog.reopened() + reopened.get();
  }

  @Override
  public void close() {
    watchdog.close();
  }
}
