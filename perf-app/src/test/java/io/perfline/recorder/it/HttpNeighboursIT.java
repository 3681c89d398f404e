package io.perfline.recorder.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client of HTTP that misbehaves harms nobody else. */
class HttpNeighboursIT {

  private static final int HOGS = 4;
  private static final int BATCHES = 60;
  private static final int BATCH = 1000;
  private static final int VALID = 300;
  private static final int SMALLEST_BUFFER = 1024;

  @BeforeEach
  void deploy() {
    Stand.ready(At.K);
  }

  /** Their answers fill all that is between, and whoever writes on has to wait. */
  @Test
  void thoseThatNeverReadTheAnswersToTheirBatchesAreLeft() throws Exception {
    Hog[] hogs = new Hog[HOGS];
    try {
      for (int i = 0; i < HOGS; i++) {
        hogs[i] = new Hog();
        hogs[i].start();
      }
      try (Socket socket = new Socket("127.0.0.1", port())) {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        int sent;
        do {
          sent = Hog.sent(hogs);
          for (int i = 0; i < VALID; i++) {
            socket.getOutputStream().write(request(Messages.of(System.nanoTime(), 1), 1));
            assertThat(RawResponse.read(in).toString())
                .doesNotContain("the store has not answered"); // it was held up
          }
        } while (sent < Hog.sent(hogs));
        System.out.println("batches sent until nobody went on: " + sent);
      }
    } finally {
      for (Hog hog : hogs) {
        hog.close();
      }
    }
  }

  private static int port() {
    return Stand.tomcat().url().getPort();
  }

  private static byte[] request(Messages messages, int count) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      body.write(Messages.json(messages.get(i), false));
      body.write('\n');
    }
    String path = At.K.path() + "/virtual-services/" + messages.vsId() + "/recordings";
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(
        ("POST "
                + path
                + " HTTP/1.1\r\nHost: test\r\nContent-Type: application/x-ndjson\r\nContent-Length: "
                + body.size()
                + "\r\n\r\n")
            .getBytes(US_ASCII));
    body.writeTo(request);
    return request.toByteArray();
  }

  /** Sends batch after batch and never reads. */
  private static final class Hog extends Thread implements AutoCloseable {

    private final Socket socket = new Socket();
    private volatile int batches;

    Hog() throws IOException {
      super("hog");
      socket.setReceiveBufferSize(SMALLEST_BUFFER);
      socket.connect(new InetSocketAddress("127.0.0.1", port()));
    }

    @Override
    public void run() {
      try {
        byte[] request = request(Messages.of(System.nanoTime(), BATCH), BATCH);
        for (int i = 0; i < BATCHES; i++) {
          socket.getOutputStream().write(request);
          batches = i + 1;
        }
      } catch (IOException e) {
        // Closed, by the server or by the test.
      }
    }

    /** How much they have sent, which in the end stays as it is. */
    static int sent(Hog... hogs) {
      return Arrays.stream(hogs).mapToInt(hog -> hog.batches).sum();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
