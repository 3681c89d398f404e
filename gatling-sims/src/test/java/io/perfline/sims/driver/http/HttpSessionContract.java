package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behaviour of connections with and without TLS. */
@Timeout(60)
abstract class HttpSessionContract {

  static final Duration LONG = Duration.ofSeconds(30);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
  private static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";

  final RecordingListener listener = new RecordingListener();

  /** Opens a connection on which each request completes when it is sent. */
  abstract Connection connect(HttpSession session, int index);

  /** Starts a server, with TLS if the subclass adds it. */
  ScriptedServer server(ScriptedServer.Script script, int each) throws IOException {
    return new ScriptedServer(script, each);
  }

  final ScriptedServer server(ScriptedServer.Script script) throws IOException {
    return server(script, Integer.MAX_VALUE);
  }

  @Test
  void sendsAllRequestsOverOneConnection() throws IOException {
    try (ScriptedServer server = server((n, request) -> OK);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(7);
      connection.send(8);
      assertThat(listener.outcomes())
          .containsExactly("7: 1 messages, 0 bytes", "8: 1 messages, 0 bytes");
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.requests().get(1))
          .isEqualTo(
              "GET /recorder HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(server.url().getAuthority()));
      assertThat(session.reopened()).isZero();
    }
  }

  @Test
  void everyRecordingHasAUniqueId() throws IOException {
    Pattern post =
        Pattern.compile(
            "(?s)POST /recorder/virtual-services/[0-9a-f-]{36}/recordings HTTP/1.1\r\n"
                + "Host: \\S+\r\nContent-Type: application/json\r\nContent-Length: \\d+\r\n\r\n"
                + "\\{\"id\":\"([0-9a-f-]{36})\",\"url\":\"/orders\",\"status\":200,"
                + "\"time\":\\d+,\"data\":\"[A-Za-z0-9+/]{136}\"}");
    try (ScriptedServer server = server((n, request) -> CREATED);
        HttpSession session = HttpSession.recordings(server.url(), 102, Batches.of(1), 1, LONG);
        Connection connection = connect(session, 0);
        Connection other = connect(session, 1)) {
      for (int i = 0; i < 40; i++) {
        connection.send(i);
        other.send(i);
      }
      assertThat(listener.outcomes())
          .hasSize(80)
          .allMatch(o -> o.endsWith("1 messages, 102 bytes"));
      assertThat(server.requests()).allMatch(request -> post.matcher(request).matches());
      assertThat(server.requests().stream().map(request -> id(post, request)).distinct())
          .hasSize(80);
    }
  }

  @Test
  void aBatchIsAnArrayWhoseMessagesAllCount() throws IOException {
    try (ScriptedServer server = server((n, request) -> CREATED);
        HttpSession session = HttpSession.recordings(server.url(), 10, Batches.of(3), 1, LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);

      assertThat(listener.outcomes()).hasSize(2).allMatch(o -> o.endsWith("3 messages, 30 bytes"));
      assertThat(server.requests())
          .allSatisfy(
              request -> {
                String body = request.substring(request.indexOf("\r\n\r\n") + 4);
                assertThat(request).contains("Content-Length: " + body.length() + "\r\n");
                assertThat(body).startsWith("[{").endsWith("}]");
              });
      assertThat(
              Pattern.compile("\"id\":\"([0-9a-f-]{36})\"")
                  .matcher(String.join("", server.requests()))
                  .results()
                  .map(found -> found.group(1))
                  .distinct())
          .hasSize(6);
    }
  }

  @Test
  void everyNthRequestIsABatchWhereverAConnectionStarts() throws IOException {
    try (ScriptedServer server = server((n, request) -> CREATED);
        HttpSession session =
            HttpSession.recordings(
                server.url(), 10, new Batches(3, 4, Batches.Form.ARRAY), 1, LONG);
        Connection connection = connect(session, 0)) {
      for (int i = 0; i < 32; i++) {
        connection.send(i);
      }
      int first =
          IntStream.range(0, 4).filter(i -> listener.outcomes().get(i).contains(" 3 ")).sum();
      for (int i = 0; i < 32; i++) {
        assertThat(listener.outcomes().get(i))
            .isEqualTo(
                i % 4 == first ? i + ": 3 messages, 30 bytes" : i + ": 1 messages, 10 bytes");
        assertThat(server.requests().get(i).contains("\r\n\r\n[")).isEqualTo(i % 4 == first);
      }
    }
  }

  private static UUID id(Pattern post, String request) {
    Matcher matcher = post.matcher(request);
    return matcher.matches() ? UUID.fromString(matcher.group(1)) : null;
  }

  @Test
  void anUnexpectedStatusIsAnErrorOfItsOwnKind() throws IOException {
    String busy = "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    try (ScriptedServer server = server((n, request) -> n == 0 ? busy : CREATED);
        HttpSession session = HttpSession.recordings(server.url(), 10, Batches.of(1), 1, LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);
      assertThat(listener.outcomes()).containsExactly("1: status 503", "2: 1 messages, 10 bytes");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void countsRequestsThatTheServerDropsAndReopensTheConnection() throws IOException {
    try (ScriptedServer server = server((n, request) -> n == 0 ? null : OK);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);
      assertThat(listener.outcomes()).hasSize(2);
      assertThat(listener.outcomes().get(0)).isIn("1: connection closed", "1: connection reset");
      assertThat(listener.outcomes().get(1)).isEqualTo("2: 1 messages, 0 bytes");
      assertThat(session.reopened()).isEqualTo(1);
    }
  }

  @Test
  void aResponseThatClosesTheConnectionIsNotAnError() throws IOException {
    String last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    try (ScriptedServer server = server((n, request) -> last);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);
      assertThat(listener.outcomes())
          .containsExactly("1: 1 messages, 0 bytes", "2: 1 messages, 0 bytes");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void reopensAConnectionThatWasClosedWhileIdle() throws IOException {
    try (ScriptedServer server = server((n, request) -> OK, 1);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      for (int request = 1; request <= 3; request++) {
        connection.send(request);
        server.awaitClosed(1);
      }
      assertThat(listener.outcomes())
          .hasSize(3)
          .allMatch(outcome -> outcome.contains("1 messages"));
      assertThat(server.connections()).isEqualTo(3);
      assertThat(session.reopened()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionClosedInsteadOfTheSecondResponseIsAnError() throws IOException {
    try (ScriptedServer server = server((n, request) -> n == 0 ? OK : null);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);
      assertThat(listener.outcomes())
          .containsExactly(
              "1: 1 messages, 0 bytes", "2: connection closed without Connection: close");
    }
  }

  @Test
  void aResponseThatIsNotHttpIsMalformed() throws IOException {
    try (ScriptedServer server = server((n, request) -> "SSH-2.0-OpenSSH_9.2p1\r\n");
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      assertThat(listener.outcomes()).containsExactly("1: malformed answer");
    }
  }

  @Test
  void givesUpARequestAfterTheTimeout() throws IOException {
    try (ScriptedServer server = server((n, request) -> n == 0 ? "" : OK);
        HttpSession session = HttpSession.gets(server.url(), Duration.ofSeconds(2));
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);
      assertThat(listener.outcomes()).containsExactly("1: timeout", "2: 1 messages, 0 bytes");
    }
  }

  @Test
  void aStoppedSenderDoesNotWaitForItsResponse() throws Exception {
    try (ScriptedServer server = server((n, request) -> "");
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      AtomicReference<DriverException> thrown = new AtomicReference<>();
      Thread sender =
          new Thread(
              () -> {
                try {
                  connection.send(1);
                } catch (DriverException e) {
                  thrown.set(e);
                }
              });
      sender.start();
      sender.interrupt();
      sender.join();
      assertThat(listener.outcomes()).isEmpty();
      assertThat(thrown.get()).hasMessageContaining("interrupted");
    }
  }

  @Test
  void namesAServerThatDoesNotListen() throws IOException {
    URI nobody;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + gone.getLocalPort() + "/recorder");
    }
    try (HttpSession session = HttpSession.gets(nobody, LONG)) {
      assertThatThrownBy(() -> connect(session, 3))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("connection 3 to " + nobody)
          .hasMessageContaining("refused")
          .hasMessageContaining("perfline stack status");
    }
  }

  @Test
  void aStoppedServerRefusesConnections() throws IOException {
    ScriptedServer server = server((n, request) -> OK);
    try (HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      server.close();
      connection.send(2);
      connection.send(3); // the client may have sent this request before it noticed the end
      connection.send(4);
      assertThat(listener.outcomes()).hasSize(4).first().asString().startsWith("1: 1 messages");
      assertThat(listener.outcomes().get(3)).isEqualTo("4: connection refused");
    } finally {
      server.close();
    }
  }
}
