package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.perfline.sims.driver.AwaitedConnection;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests multiplexed connections without TLS. */
class HttpMultiplexerTest extends HttpSessionContract {

  private static final int COUNTED = 20_000;
  private Multiplexer multiplexer;

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

  @Override
  Connection connect(HttpSession session, int index) {
    multiplexer = session.multiplexer();
    return new AwaitedConnection(multiplexer, index, listener);
  }

  @Test
  void aWaitingConnectionDoesNotDelayOthers() throws IOException {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (ScriptedServer server =
            server(
                (n, request) -> {
                  if (n == 0) {
                    requested.countDown();
                    await(release);
                  }
                  return OK;
                });
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Multiplexer multiplexer = session.multiplexer()) {
      List<Connection> all =
          List.of(multiplexer.connect(0, listener), multiplexer.connect(1, listener));
      all.get(0).send(1);
      await(requested);
      List<Integer> free = new ArrayList<>();
      all.get(1).send(2);
      awaitFree(multiplexer, free, 2, (place, failed) -> again(place, free, all.get(1)));
      assertThat(free).containsExactly(1, 1);
      release.countDown();
      awaitFree(multiplexer, free, 3, (place, failed) -> free.add(place));
      assertThat(listener.outcomes())
          .containsExactly(
              "2: 1 messages, 0 bytes", "3: 1 messages, 0 bytes", "1: 1 messages, 0 bytes");
    }
  }

  private static void again(int place, List<Integer> free, Connection connection) {
    free.add(place);
    if (free.size() == 1) {
      connection.send(3);
    }
  }

  @Test
  void sendsARequestInSeveralWrites() throws IOException {
    try (ScriptedServer server =
            server((n, request) -> "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
        HttpSession session =
            HttpSession.recordings(server.url(), 2_000_001, Batches.of(1), 1, LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);

      assertThat(listener.outcomes())
          .hasSize(2)
          .allMatch(o -> o.endsWith("1 messages, 2000001 bytes"));
      assertThat(server.requests()).allMatch(request -> request.endsWith("\"}"));
    }
  }

  @Test
  void receivesLongResponsesCompletely() throws IOException {
    String body = "0123456789".repeat(100_000);
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n";
    Received received = new Received();
    try (ScriptedServer server = server((n, request) -> head + body);
        HttpSession session =
            new HttpSession(HttpAddress.of(server.url()), index -> received, LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      assertThat(listener.outcomes()).containsExactly("1: 1 messages, 0 bytes");
      assertThat(received.body.toString(US_ASCII)).isEqualTo(body);
      connection.send(2);
      assertThat(received.body.toString(US_ASCII)).isEqualTo(body + body);
    }
  }

  /** Requests a page and stores its body. */
  private static final class Received implements Requests, Requests.AnswerListener {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    @Override
    public void write(OutputStream out, int part) throws IOException {
      out.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
    }

    @Override
    public Requests.AnswerListener answer(int part) {
      return this;
    }

    @Override
    public boolean isHeadAlone() {
      return false;
    }

    @Override
    public void header(byte[] bytes, int from, int to) {}

    @Override
    public void body(byte[] bytes, int from, int length) {
      body.write(bytes, from, length);
    }
  }

  @Test
  void reopensAConnectionThatTheServerClosesWhileItIsIdle() throws IOException {
    try (ScriptedServer server = server((n, request) -> OK, 1);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      server.awaitClosed(1);
      multiplexer.await(LONG.toNanos(), (place, failed) -> {});
      connection.send(2);

      assertThat(listener.outcomes())
          .containsExactly("1: 1 messages, 0 bytes", "2: 1 messages, 0 bytes");
      assertThat(session.reopened()).isEqualTo(1);
    }
  }

  @Test
  void reopensAConnectionThatTheServerClosesDuringThinkTime() throws IOException {
    try (ScriptedServer server = server((n, request) -> OK, 1);
        HttpSession session =
            new HttpSession(HttpAddress.of(server.url()), index -> new Thoughtful(server), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);

      assertThat(listener.outcomes()).containsExactly("1: 1 messages, 0 bytes");
      assertThat(session.reopened()).isEqualTo(1);
    }
  }

  /** Requests two pages, the second some time after the server has closed the connection. */
  private static final class Thoughtful implements Requests {

    private final HttpSession.Gets page;
    private final ScriptedServer server;

    Thoughtful(ScriptedServer server) {
      this.server = server;
      page = new HttpSession.Gets(List.of(HttpAddress.of(server.url())));
    }

    @Override
    public int parts() {
      return 2;
    }

    @Override
    public boolean measuresParts() {
      return true;
    }

    @Override
    public long pauseNanos() {
      if (server.requests().isEmpty()) {
        return 0;
      }
      server.awaitClosed(1);
      return Duration.ofMillis(20).toNanos();
    }

    @Override
    public void write(OutputStream out, int part) throws IOException {
      page.write(out, 0);
    }
  }

  @Test
  void doesNotAllocatePerRequest() throws IOException {
    RequestListener nobody =
        new RequestListener() {
          @Override
          public void succeeded(long request, int messages, long bytes) {}

          @Override
          public void failed(long request, String kind) {
            throw new AssertionError(kind);
          }
        };
    try (ScriptedServer server = server((n, request) -> OK);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Multiplexer multiplexer = session.multiplexer()) {
      Connection connection = multiplexer.connect(0, nobody);
      Multiplexer.Listener again = (place, failed) -> connection.send(1);
      connection.send(1);
      exchange(multiplexer, again);
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      exchange(multiplexer, again);
      // Only the selector's Integer of a socket number; ./perfline preallocates those.
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(17 * COUNTED);
    }
  }

  private static void exchange(Multiplexer multiplexer, Multiplexer.Listener again) {
    for (int i = 0; i < COUNTED; i++) {
      multiplexer.await(LONG.toNanos(), again);
    }
  }

  private static void awaitFree(
      Multiplexer multiplexer, List<Integer> free, int count, Multiplexer.Listener each) {
    while (free.size() < count && !Thread.currentThread().isInterrupted()) {
      multiplexer.await(LONG.toNanos(), each);
    }
    assertThat(free).hasSize(count);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
