package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpProbeTest {

  @Test
  void reportsAnUnreachableServiceAndTheTimeWaited() throws IOException {
    URI nobody = URI.create("http://127.0.0.1:" + freePort());
    List<String> shown = new ArrayList<>();

    assertThatThrownBy(
            () -> new HttpProbe(nobody).awaitReachable(Duration.ofSeconds(3), shown::add))
        .hasMessage(nobody + " is not reachable (connection refused, tried for 3 s)");
    assertThat(shown)
        .containsExactly(
            "waiting at most 3 s until the service answers: %s is not reachable (connection refused)"
                .formatted(nobody));
  }

  @Test
  void reportsAnUnknownHost() {
    URI nowhere = URI.create("http://no-such-host.invalid");

    assertThatThrownBy(() -> new HttpProbe(nowhere).awaitReachable(Duration.ZERO, line -> {}))
        .hasMessage(nowhere + " is not reachable (unknown host)");
  }

  @Test
  void aResponseThatNeverEndsIsATimeout() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('x');
          exchange.getResponseBody().flush(); // the body remains open
        });
    server.start();
    try {
      HttpProbe probe =
          new HttpProbe(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
      assertThatThrownBy(() -> probe.get("/")).isInstanceOf(HttpTimeoutException.class);
    } finally {
      server.stop(0);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
