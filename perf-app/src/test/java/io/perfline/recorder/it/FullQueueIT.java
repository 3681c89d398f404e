package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a recorder whose queue has room for one message. */
class FullQueueIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Messages messages = Messages.of(System.nanoTime(), 3);

  @BeforeEach
  void deploy() {
    assertThat(Stand.deploy("/tight")).startsWith("OK");
    Stand.await(
        LIMIT, "/tight is ready", () -> Stand.get("/tight/health/ready").statusCode() == 200);
  }

  @AfterEach
  void undeploy() {
    Stand.undeploy("/tight");
  }

  @Test
  void isBusyForOtherClientsUntilItHasRoom() throws IOException {
    byte[] first = request(0);
    try (Socket slow = connect();
        Socket other = connect()) {
      slow.getOutputStream().write(first, 0, first.length - 1);
      Stand.await(LIMIT, "the first takes the room", () -> hasMessages(1));

      RawResponse busy = exchange(other, request(1));
      assertThat(busy.status()).as(busy.toString()).isEqualTo(503);
      assertThat(busy.head()).contains("Retry-After: 1\r\n", "application/problem+json");
      assertThat(busy.toString()).contains("the queue is full");

      slow.getOutputStream().write(first, first.length - 1, 1);
      assertThat(RawResponse.read(slow.getInputStream()).status()).isEqualTo(201);
      Stand.await(LIMIT, "there is room again", () -> hasMessages(0));
      assertThat(exchange(slow, request(1)).status()).isEqualTo(201);
    }
    assertThat(Stand.get("/tight/metrics").body())
        .contains("recorder_errors_total{kind=\"busy\",store=\"memory\",way=\"http\"} 1.0");
  }

  private static boolean hasMessages(int count) {
    return Stand.get("/tight/metrics")
        .body()
        .contains("\nrecorder_queue_messages " + count + ".0\n");
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", Stand.tomcat().url().getPort());
    socket.setSoTimeout((int) LIMIT.toMillis());
    return socket;
  }

  private static RawResponse exchange(Socket socket, byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    return RawResponse.read(new BufferedInputStream(socket.getInputStream()));
  }

  private byte[] request(int number) {
    String body = new String(Messages.json(messages.get(number), false), US_ASCII);
    return ("POST /tight/virtual-services/"
            + messages.vsId()
            + "/recordings HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(US_ASCII);
  }
}
