package io.perfline.sims.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.environment.HostPort;
import io.perfline.core.environment.Tls;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Keystores;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EncryptionTest {

  private static final String PASSWORD = "s3cret-of-the-stores";

  @TempDir private static Path folder;
  private static Keystores stores;
  private static Path key;
  private SSLServerSocket server;

  @BeforeAll
  static void makeKey() throws Exception {
    stores = new Keystores(folder, PASSWORD);
    key = stores.key("node", "127.0.0.1");
  }

  @AfterEach
  void endServer() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void trustsTheCertificatesOfEveryTypeOfTruststore() throws Exception {
    HostPort node = serve(key);
    Path pem = stores.certificate("node");
    Path pkcs12 = stores.trusting("node");

    assertThatCode(() -> new Encryption(new Tls(pem, null, true)).check(node))
        .doesNotThrowAnyException();
    assertThatCode(() -> new Encryption(new Tls(pkcs12, PASSWORD, true)).check(node))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesACertificateThatTheJdkDoesNotTrust() throws Exception {
    HostPort node = serve(key);

    assertThatThrownBy(() -> new Encryption(new Tls(null, null, true)).check(node))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("Cassandra at " + node)
        .hasMessageContaining("PKIX");
  }

  @Test
  void refusesACertificateForAnotherAddressUnlessTheHostIsNotVerified() throws Exception {
    HostPort node = serve(stores.key("elsewhere", "127.0.0.2"));
    Path pem = stores.certificate("elsewhere");

    assertThatThrownBy(() -> new Encryption(new Tls(pem, null, true)).check(node))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("cassandra.verify_host");
    assertThatCode(() -> new Encryption(new Tls(pem, null, false)).check(node))
        .doesNotThrowAnyException();
  }

  @Test
  void namesAnUnreadableTruststoreWithoutItsPassword() throws Exception {
    Path store = stores.trusting("node");
    Path none = folder.resolve("none.p12");
    Path text = Files.writeString(folder.resolve("text.p12"), "no store");

    assertThatThrownBy(() -> new Encryption(new Tls(store, "wr0ng-password", true)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("cassandra.truststore " + store)
        .hasMessageNotContaining("wr0ng");
    assertThatThrownBy(() -> new Encryption(new Tls(store, null, true)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("it contains no readable certificate");
    assertThatThrownBy(() -> new Encryption(new Tls(none, null, true)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("none.p12");
    assertThatThrownBy(() -> new Encryption(new Tls(text, null, true)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("text.p12");
  }

  /** Starts a server that only performs TLS handshakes. */
  private HostPort serve(Path key) throws Exception {
    KeyStore store = KeyStore.getInstance(key.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    Thread hands = new Thread(this::shakeHands, "handshakes");
    hands.setDaemon(true);
    hands.start();
    return new HostPort("127.0.0.1", server.getLocalPort());
  }

  private void shakeHands() {
    while (!server.isClosed()) {
      try (SSLSocket client = (SSLSocket) server.accept()) {
        client.startHandshake();
      } catch (IOException refused) {
        // The client reports the reason.
        continue;
      }
    }
  }
}
