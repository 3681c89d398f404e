package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that an HTTP client that never reads does not delay others. */
class HttpNeighboursIT {

  private static final int HOGS = 4;
  private static final int REQUESTS = 60;
  private static final int BATCH = 1000;
  private static final int LARGE = 3 * 1024 * 1024;
  private static final int VALID = 200;
  private static final int SMALLEST_BUFFER = 1024;

  /** Error if a request's store or response thread did not run in time. */
  private static final String DELAY = "the store has not answered";

  private final List<Hog> hogs = new ArrayList<>();

  @BeforeEach
  void deploy() {
    Stand.ready(At.K);
  }

  @AfterEach
  void close() throws IOException {
    for (Hog hog : hogs) {
      hog.socket.close();
    }
  }

  @Test
  void aClientThatPostsLargeBatchesDoesNotDelayOthers() throws Exception {
    Messages messages = Messages.of(System.nanoTime(), BATCH);
    ByteArrayOutputStream batch = new ByteArrayOutputStream();
    for (int i = 0; i < BATCH; i++) {
      batch.write(Messages.json(messages.get(i), false));
      batch.write('\n');
    }
    String head = head("POST", recordings(messages), "application/x-ndjson", batch.size());
    assertThatHogsHoldNobodyUp(concat(head, batch.toByteArray()));
  }

  @Test
  void aClientThatReadsLargeRecordingsDoesNotDelayOthers() throws Exception {
    Messages messages = Messages.of(System.nanoTime(), 1);
    String json =
        new String(Messages.json(messages.get(0), false), US_ASCII)
            .replaceFirst("\"data\":\"[^\"]*", "\"data\":\"" + "A".repeat(LARGE));
    HttpResponse<String> stored = post(messages, json);
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
    String location = stored.headers().firstValue("Location").orElseThrow();
    assertThatHogsHoldNobodyUp(concat(head("GET", location, "", 0), new byte[0]));
  }

  /** Their responses fill all buffers, and the sending thread has to wait. */
  private void assertThatHogsHoldNobodyUp(byte[] request) throws IOException {
    for (int i = 0; i < HOGS; i++) {
      Hog hog = new Hog(request);
      hogs.add(hog);
      hog.start();
    }
    int sent;
    do {
      sent = sent();
      for (int i = 0; i < VALID; i++) {
        Messages messages = Messages.of(System.nanoTime(), 1);
        HttpResponse<String> stored = post(messages, new String(json(messages), US_ASCII));
        assertThat(stored.body()).doesNotContain(DELAY);
        stored
            .headers()
            .firstValue("Location")
            .ifPresent(at -> assertThat(Stand.get(at).body()).doesNotContain(DELAY));
      }
    } while (sent < sent());
  }

  private int sent() {
    return hogs.stream().mapToInt(hog -> hog.sent).sum();
  }

  private static byte[] json(Messages messages) {
    return Messages.json(messages.get(0), false);
  }

  private static HttpResponse<String> post(Messages messages, String json) {
    return Stand.send(
        HttpRequest.newBuilder(Stand.uri(recordings(messages)))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(60))
            .POST(BodyPublishers.ofString(json))
            .build());
  }

  private static String recordings(Messages messages) {
    return At.K.path() + "/virtual-services/" + messages.vsId() + "/recordings";
  }

  private static String head(String method, String path, String type, int length) {
    String body =
        length == 0 ? "" : "Content-Type: " + type + "\r\nContent-Length: " + length + "\r\n";
    return method + " " + path + " HTTP/1.1\r\nHost: test\r\n" + body + "\r\n";
  }

  private static byte[] concat(String head, byte[] body) {
    byte[] all = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(US_ASCII), 0, all, 0, head.length());
    System.arraycopy(body, 0, all, head.length(), body.length);
    return all;
  }

  /** Sends requests without reading responses. */
  private static final class Hog extends Thread {

    private final Socket socket = new Socket();
    private final byte[] request;
    private volatile int sent;

    Hog(byte[] request) throws IOException {
      super("hog");
      this.request = request;
      socket.setReceiveBufferSize(SMALLEST_BUFFER);
      socket.connect(new InetSocketAddress("127.0.0.1", Stand.tomcat().url().getPort()));
    }

    @Override
    public void run() {
      try {
        for (int i = 0; i < REQUESTS; i++) {
          socket.getOutputStream().write(request);
          sent = i + 1;
        }
      } catch (IOException e) {
        // Closed by the server or by the test.
      }
    }
  }
}
