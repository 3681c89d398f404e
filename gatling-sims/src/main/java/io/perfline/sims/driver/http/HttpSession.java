package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;

/** One case's connections to an HTTP server. */
public final class HttpSession implements Session {

  private final HttpAddress address;
  private final Supplier<Requests> requests;
  private final Duration timeout;
  private final Watchdog watchdog;

  private HttpSession(HttpAddress address, Supplier<Requests> requests, Duration timeout) {
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
   * @param messages in a request
   * @param seed of the data
   * @param timeout when a request is given up
   */
  public static HttpSession recordings(
      URI recorder, int dataBytes, int messages, long seed, Duration timeout) {
    HttpAddress address = HttpAddress.of(recorder);
    RecordingBodies bodies = new RecordingBodies(address, dataBytes, messages, seed);
    return new HttpSession(
        address, () -> new Posts(bodies, UUID.randomUUID().getMostSignificantBits()), timeout);
  }

  /** Gets a page and expects 200. */
  public static HttpSession gets(URI page, Duration timeout) {
    HttpAddress address = HttpAddress.of(page);
    return new HttpSession(address, () -> new Gets(address), timeout);
  }

  @Override
  public Connection connect(int index, RequestListener outcome) {
    try {
      HttpConnection connection = new HttpConnection(address, requests.get(), outcome, timeout);
      watchdog.add(connection);
      return connection;
    } catch (IOException e) {
      throw new DriverException(
          "connection %d to %s failed: %s. Is it running? Try ./perf stack status"
              .formatted(index, address, e),
          e);
    }
  }

  /** Empty: HTTP alone doesn't say what the store behind it holds. */
  @Override
  public OptionalLong stored() {
    return OptionalLong.empty();
  }

  /** How often a connection had to be opened again, so far. */
  public long reopened() {
    return watchdog.reopened();
  }

  @Override
  public void close() {
    watchdog.close();
  }
}
