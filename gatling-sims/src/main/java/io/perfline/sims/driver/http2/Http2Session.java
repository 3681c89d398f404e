package io.perfline.sims.driver.http2;

import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.AwaitedConnection;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.http.HttpAddress;
import io.perfline.sims.driver.http.Requests;
import io.perfline.sims.driver.http.ScenarioConnections;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The connections of one case to a server that speaks HTTP/2.
 *
 * @param streams the number of concurrent requests on each connection
 * @param requests returns the requests of the connection with an index
 * @param numbers the numbers of the sessions of all connections
 * @param answers returns the first failures of {@code requests}
 */
public record Http2Session(
    HttpAddress address,
    int streams,
    IntFunction<Requests> requests,
    Duration timeout,
    List<RowNumbers> numbers,
    Supplier<List<FailedAnswer>> answers,
    AtomicReference<Http2Multiplexer> latest)
    implements Session {

  /**
   * Returns a function that connects a scenario.
   *
   * @param tls whether the scenario requires TLS
   * @param streams the number of concurrent requests on each connection
   */
  public static ScenarioConnections connections(boolean tls, int streams) {
    return (service, requests, timeout, numbers, failures) -> {
      if (service.tls() != tls) {
        throw new DriverException(
            tls
                ? ("protocol: h2 is HTTP/2 over TLS, and %s has none: write 'protocol: h2c', or an"
                        + " https address")
                    .formatted(service)
                : "protocol: h2c is HTTP/2 without TLS, and %s has it: write 'protocol: h2'"
                    .formatted(service));
      }
      return new Http2Session(
          service, streams, requests, timeout, numbers, failures, new AtomicReference<>());
    };
  }

  @Override
  public List<FailedAnswer> failures() {
    return answers.get();
  }

  @Override
  public void shard(int index, int count) {
    numbers.forEach(number -> number.shard(index, count));
  }

  /**
   * Returns a multiplexer. Returns null if another one is open and has shared connections, so that
   * there are no more connections than the sessions need.
   */
  @Override
  public synchronized Multiplexer multiplexer() {
    if (streams > 1 && latest.get() != null && latest.get().isOpen()) {
      return null;
    }
    latest.set(new Http2Multiplexer(address, streams, requests, timeout));
    return latest.get();
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    return new AwaitedConnection(
        new Http2Multiplexer(address, 1, requests, timeout), index, listener);
  }

  @Override
  public void close() {}
}
