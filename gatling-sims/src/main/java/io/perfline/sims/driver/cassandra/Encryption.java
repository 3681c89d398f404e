package io.perfline.sims.driver.cassandra;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.datastax.driver.core.RemoteEndpointAwareJdkSSLOptions;
import com.datastax.driver.core.SSLOptions;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import com.datastax.shaded.netty.channel.socket.SocketChannel;
import io.perfline.core.environment.HostPort;
import io.perfline.core.environment.Tls;
import io.perfline.sims.driver.DriverException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Encrypts connections to nodes and verifies the nodes' certificates. */
final class Encryption {

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final String PEM = "-----BEGIN";

  private final Tls tls;
  private final SSLContext context;

  /**
   * @throws DriverException if the truststore cannot be read
   */
  Encryption(Tls tls) {
    this.tls = tls;
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(tls.truststore() == null ? null : certificates(tls));
      context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new DriverException(
          "cassandra.truststore %s can't be read as JKS, PKCS12 or PEM with cassandra.truststore_password: %s"
              .formatted(tls.truststore(), DriverException.reason(e)),
          e);
    }
  }

  private static KeyStore certificates(Tls tls) throws GeneralSecurityException, IOException {
    KeyStore store = isPem(tls.truststore()) ? pem(tls.truststore()) : keystore(tls);
    if (store.size() == 0) {
      throw new KeyStoreException("it contains no readable certificate");
    }
    return store;
  }

  private static KeyStore keystore(Tls tls) throws GeneralSecurityException, IOException {
    String password = tls.truststorePassword();
    return KeyStore.getInstance(
        tls.truststore().toFile(), password == null ? null : password.toCharArray());
  }

  private static boolean isPem(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(PEM.length()), US_ASCII).equals(PEM);
    }
  }

  private static KeyStore pem(Path file) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("trusted-" + store.size(), one);
      }
    }
    return store;
  }

  /** Returns the options of driver 3. */
  SSLOptions options() {
    return new ByAddress(context);
  }

  /** Returns the options of driver 4. */
  SslEngineFactory engineFactory() {
    return new ProgrammaticSslEngineFactory(context, null, tls.verifyHost(), false);
  }

  /**
   * Checks a node's certificate, because the driver reports only a closed channel if it is not
   * trusted.
   *
   * @throws DriverException if the certificate is not trusted, or the node does not encrypt
   */
  void check(HostPort node) {
    InetSocketAddress address = new InetSocketAddress(node.host(), node.port());
    try (Socket plain = new Socket()) {
      plain.connect(address, TIMEOUT_MILLIS);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      try (SSLSocket secured =
          (SSLSocket)
              context.getSocketFactory().createSocket(plain, node.host(), node.port(), true)) {
        secured.setSSLParameters(parameters(secured.getSSLParameters()));
        secured.startHandshake();
      }
    } catch (IOException e) {
      throw new DriverException(
          ("Cassandra at %s made no trusted TLS connection: %s; cassandra.truststore must"
                  + " contain the CA of its certificate, and that name this address unless"
                  + " cassandra.verify_host is false")
              .formatted(node, DriverException.reason(e)),
          e);
    }
  }

  private SSLParameters parameters(SSLParameters parameters) {
    parameters.setEndpointIdentificationAlgorithm(tls.verifyHost() ? "HTTPS" : null);
    return parameters;
  }

  /** Verifies that a certificate matches the address, which the driver does not do by itself. */
  private final class ByAddress extends RemoteEndpointAwareJdkSSLOptions {

    ByAddress(SSLContext trusting) {
      super(trusting, null);
    }

    @Override
    protected SSLEngine newSSLEngine(SocketChannel channel, InetSocketAddress node) {
      SSLEngine engine = context.createSSLEngine(node.getHostString(), node.getPort());
      engine.setUseClientMode(true);
      engine.setSSLParameters(parameters(engine.getSSLParameters()));
      return engine;
    }
  }
}
