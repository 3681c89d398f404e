package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.perfline.deploy.process.Ports;
import io.perfline.sims.slowed.SlowedCost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DelayProxyTest {

  private static final long SERVICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer service;

  @BeforeEach
  void service() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          LockSupport.parkNanos(SERVICE_NANOS);
          exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    service.start();
  }

  @AfterEach
  void end() {
    service.stop(0);
  }

  @Test
  void forwardsRequestsAndResponses() throws Exception {
    String body = "x".repeat(200_000);
    int port = Ports.free();
    try (DelayProxy proxy = proxy(port, null, 0, true)) {
      assertThat(post(port, body)).isEqualTo(body);
      assertThat(post(port, "short")).isEqualTo("short");

      assertThat(proxy.requests()).as("a long body is one request").isEqualTo(2);
    }
  }

  /** The service takes at least 2 ms, so a request is delayed by at least 6 ms. */
  @Test
  void delaysEveryRequestOfTheCandidateByAShareOfItsDuration() throws Exception {
    assertThat(addedNanos(SlowedCost.WAITING, true)).isGreaterThan(60 * 3 * SERVICE_NANOS);
    assertThat(addedNanos(SlowedCost.WAITING, false)).isZero();
  }

  @Test
  void oneRequestInFiftyWaitsForTheShareOfAllFifty() throws Exception {
    assertThat(addedNanos(SlowedCost.ONE_IN_FIFTY, true)).isGreaterThan(50 * 3 * SERVICE_NANOS);
    assertThat(addedNanos(null, true)).isZero();
  }

  /** Returns the total delay of a hundred requests. */
  private long addedNanos(SlowedCost cost, boolean slow) throws Exception {
    int port = Ports.free();
    try (DelayProxy proxy = proxy(port, cost, 3, slow)) {
      for (int i = 0; i < 100; i++) {
        post(port, "body");
      }
      assertThat(proxy.requests()).isEqualTo(100);
      return proxy.addedNanos();
    }
  }

  private DelayProxy proxy(int port, SlowedCost cost, double share, boolean slow) {
    return new DelayProxy(port, service.getAddress(), new ProxyWait(cost, share), slow);
  }

  private String post(int port, String body) throws Exception {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/".formatted(port)))
                .version(HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
        .body();
  }
}
