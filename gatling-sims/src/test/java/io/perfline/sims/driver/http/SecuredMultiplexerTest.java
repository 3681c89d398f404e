package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Keystores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repeats the tests without TLS with TLS. */
class SecuredMultiplexerTest extends HttpMultiplexerTest {

  private static final char[] PASSWORD = "test-password".toCharArray();

  private static SSLContext defaultContext;
  private static SSLContext own;

  @BeforeAll
  static void trust(@TempDir Path folder) throws Exception {
    Keystores keys = new Keystores(folder, new String(PASSWORD));
    KeyManagerFactory key = KeyManagerFactory.getInstance("PKIX");
    key.init(KeyStore.getInstance(keys.key("shop", "127.0.0.1").toFile(), PASSWORD), PASSWORD);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(keys.trusting("shop").toFile(), PASSWORD));
    own = SSLContext.getInstance("TLS");
    own.init(key.getKeyManagers(), trust.getTrustManagers(), null);
    defaultContext = SSLContext.getDefault();
    SSLContext.setDefault(own);
  }

  @AfterAll
  static void trustAsBefore() {
    SSLContext.setDefault(defaultContext);
  }

  @Override
  ScriptedServer server(ScriptedServer.Script script, int each) throws IOException {
    return new ScriptedServer(script, each, own.getServerSocketFactory());
  }

  /** Java's TLS allocates for each record. */
  @Override
  void doesNotAllocatePerRequest() {}

  @Test
  void givesUpAServerThatDoesNotAnswerTheHandshake() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("https://127.0.0.1:" + silent.getLocalPort());
      try (HttpSession session = HttpSession.gets(url, Duration.ofMillis(200))) {
        assertThatThrownBy(() -> connect(session, 0))
            .isInstanceOf(DriverException.class)
            .hasMessageContaining("no connection within 200 ms");
      }
    }
  }

  @Test
  void aServerWithoutTlsFailsTheConnection() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> greet(plain));
      server.start();
      URI url = URI.create("https://127.0.0.1:" + plain.getLocalPort());
      try (HttpSession session = HttpSession.gets(url, LONG)) {
        assertThatThrownBy(() -> connect(session, 0))
            .isInstanceOf(DriverException.class)
            .hasMessageContaining("service: {trust: FILE}");
      }
      server.join();
    }
  }

  private static void greet(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      socket.getOutputStream().write("220 mail.example ready\r\n".getBytes(US_ASCII));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aResponseMayEndWithItsConnection() throws IOException {
    try (ScriptedServer server = server((n, request) -> "HTTP/1.1 200 OK\r\n\r\nall", 1);
        HttpSession session = HttpSession.gets(server.url(), LONG);
        Connection connection = connect(session, 0)) {
      connection.send(1);
      connection.send(2);
      assertThat(listener.outcomes())
          .containsExactly("1: 1 messages, 0 bytes", "2: 1 messages, 0 bytes");
    }
  }
}
