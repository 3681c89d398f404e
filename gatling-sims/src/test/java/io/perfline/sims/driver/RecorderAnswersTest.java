package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecorderAnswersTest {

  private static final String CONNECTING =
      """
      {"alive":true,"ready":false,"parts":{
        "store/kafka":{"ready":false,"detail":"no broker at 127.0.0.1:9"},
        "ingress/http":{"ready":true,"detail":"works"}}}
      """;

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private int readyAfter;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/r/health/ready",
        exchange -> {
          boolean ready = requests.incrementAndGet() > readyAfter;
          byte[] body = CONNECTING.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(ready ? 200 : 503, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void waitsUntilTheRecorderIsReady() {
    readyAfter = 3;

    assertThatCode(() -> recorder("/r").awaitReady(Duration.ofMinutes(1)))
        .doesNotThrowAnyException();
    assertThat(requests).hasValue(4);
  }

  @Test
  void namesAServiceThatIsNotReadyInTime() {
    readyAfter = Integer.MAX_VALUE;

    assertThatThrownBy(() -> recorder("/r").awaitReady(Duration.ofMillis(300)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("is not ready (")
        .hasMessageContaining("no broker at 127.0.0.1:9");
  }

  @Test
  void explainsWhatToDoIfThereIsNoRecorder() {
    assertThatThrownBy(() -> recorder("/none").awaitReady(Duration.ZERO))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("is answered with 404")
        .hasMessageContaining("perfline deploy");
  }

  private RecorderAnswers recorder(String path) {
    return new RecorderAnswers(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path));
  }
}
