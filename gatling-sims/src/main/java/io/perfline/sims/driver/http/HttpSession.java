package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.core.project.HttpProbe;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.AwaitedConnection;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RecorderAnswers;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** The connections of one case to an HTTP server. */
public final class HttpSession implements Session {

  /**
   * The number of recordings to be listed. It is large enough to put some into every partition,
   * because a page reads all partitions, and Kafka's producer writes a quarter of a megabyte to one
   * partition before it turns to the next.
   */
  private static final int LISTED = 4_000;

  /**
   * The number of recordings per stored batch, which is small and fixed so that each run reads the
   * same amount of data.
   */
  private static final Batches TOGETHER = Batches.of(8);

  private final HttpAddress address;
  private final IntFunction<Requests> requests;
  private final Duration timeout;
  private final List<RowNumbers> numbers;
  private final Supplier<List<FailedAnswer>> failures;
  private final AtomicLong reopened = new AtomicLong();

  /**
   * @param requests returns the requests of the connection with an index
   */
  HttpSession(HttpAddress address, IntFunction<Requests> requests, Duration timeout) {
    this(address, requests, timeout, List.of(), List::of);
  }

  /**
   * @param requests returns the requests of the connection with an index
   * @param numbers the numbers of the sessions of all connections
   * @param failures returns the first failures of {@code requests}
   */
  HttpSession(
      HttpAddress address,
      IntFunction<Requests> requests,
      Duration timeout,
      List<RowNumbers> numbers,
      Supplier<List<FailedAnswer>> failures) {
    this.failures = failures;
    this.numbers = numbers;
    this.address = address;
    this.requests = requests;
    this.timeout = timeout;
  }

  /**
   * Creates a session that stores recordings, each with an id of its own, and expects status 201.
   *
   * @param dataBytes the length of each message's data in bytes
   * @param seed the seed of the data
   * @param timeout the timeout of a request
   */
  public static HttpSession recordings(
      URI recorder, int dataBytes, Batches batches, long seed, Duration timeout) {
    HttpAddress address = HttpAddress.of(recorder);
    return posts(address, new RecordingBodies(address, dataBytes, batches, seed), timeout);
  }

  private static HttpSession posts(HttpAddress address, RecordingBodies bodies, Duration timeout) {
    return new HttpSession(
        address, index -> bodies.posts(UUID.randomUUID().getMostSignificantBits()), timeout);
  }

  /** Creates a session that gets a page and expects status 200. */
  public static HttpSession gets(URI page, Duration timeout) {
    HttpAddress address = HttpAddress.of(page);
    return new HttpSession(address, index -> new Gets(List.of(address)), timeout);
  }

  /**
   * Creates a session in which one request gets everything that the recorder shows: the page of all
   * services with style sheet, script and image, the page of one service's recordings, the page of
   * the newest recording, the last two as JSON, and the recording's data. The recordings are stored
   * first, for a service of their own.
   *
   * @param dataBytes the length of each recording's data in bytes
   * @throws DriverException if the recorder does not store the recordings, or lists none of them
   */
  public static HttpSession visit(URI recorder, int dataBytes, Duration timeout) {
    HttpAddress address = HttpAddress.of(recorder);
    long seed = ThreadLocalRandom.current().nextLong();
    RecordingBodies listed = new RecordingBodies(address, dataBytes, TOGETHER, seed);
    store(address, listed, timeout);
    String list = "virtual-services/" + listed.virtualService() + "/recordings";
    String newest = newest(recorder, "/" + list + "?size=1");
    int at = newest.indexOf('?') < 0 ? newest.length() : newest.indexOf('?');
    String locator = newest.substring(at);
    String id = newest.substring(newest.lastIndexOf('/', at) + 1, at);
    String page = "services/" + listed.virtualService();
    List<HttpAddress> visit =
        Stream.of(
                "",
                "assets/recorder.css",
                "assets/recorder.js",
                "assets/recorder.svg",
                page,
                page + "/" + id + locator,
                list,
                list + "/" + id + locator,
                list + "/" + id + "/data" + locator)
            .map(path -> HttpAddress.of(URI.create(recorder + "/" + path)))
            .toList();
    return new HttpSession(visit.get(0), index -> new Gets(visit), timeout);
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
    try (HttpSession session = posts(recorder, bodies, timeout);
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

  /** Returns the address of the newest recording in a list. */
  private static String newest(URI recorder, String list) {
    try {
      String newest = new RecorderAnswers(recorder).get(list).at("/recordings/0/location").asText();
      if (newest.isEmpty()) {
        throw new DriverException(
            "the recorder lists at %s%s none of the recordings that were stored to be shown"
                .formatted(recorder, list));
      }
      return newest;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while " + recorder + list + " was asked for", e);
    }
  }

  @Override
  public List<FailedAnswer> failures() {
    return failures.get();
  }

  @Override
  public void shard(int index, int count) {
    numbers.forEach(number -> number.shard(index, count));
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    return new AwaitedConnection(multiplexer(), index, listener);
  }

  @Override
  public Multiplexer multiplexer() {
    return new HttpMultiplexer(address, requests, timeout, reopened);
  }

  /** Returns an exception for the failure to open the connection with an index. */
  public static DriverException refused(int index, HttpAddress address, IOException e) {
    return new DriverException(
        "connection %d to %s failed: %s; %s"
            .formatted(
                index,
                address,
                e,
                e instanceof SSLException
                    ? HttpProbe.TRUST
                    : "is it running? Try perfline stack status"),
        e);
  }

  /** Returns how often a connection has been reopened so far. */
  public long reopened() {
    return reopened.get();
  }

  /** Closes nothing, because multiplexers are closed by their users. */
  @Override
  public void close() {}

  /**
   * Repeats one GET, or a group of GETs that count as one request, such as a page and its
   * resources.
   */
  static final class Gets implements Requests {

    private final byte[][] requests;

    Gets(List<HttpAddress> addresses) {
      requests =
          addresses.stream()
              .map(
                  address ->
                      "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
                          .formatted(address.path(), address.authority())
                          .getBytes(US_ASCII))
              .toArray(byte[][]::new);
    }

    @Override
    public int parts() {
      return requests.length;
    }

    @Override
    public void write(OutputStream out, int part) throws IOException {
      out.write(requests[part]);
    }
  }
}
