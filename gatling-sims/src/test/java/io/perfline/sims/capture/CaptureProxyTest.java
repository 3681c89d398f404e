package io.perfline.sims.capture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CaptureProxyTest {

  @Test
  void doesNotWaitForTheEndOfAnEndlessResponse() throws Exception {
    HttpServer events =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    events.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write('.');
          exchange.getResponseBody().flush(); // The response never ends.
        });
    events.start();
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    try {
      URI url = URI.create("http://127.0.0.1:" + events.getAddress().getPort());
      InputStream body =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofInputStream())
              .body();
      assertThatThrownBy(() -> CaptureProxy.body(body, Duration.ofSeconds(1), timer))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("it did not end within 1 s");
    } finally {
      timer.shutdownNow();
      events.stop(0);
    }
  }
}
