package io.perfline.sims.driver.cassandra;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.datastax.driver.core.RemoteEndpointAwareJdkSSLOptions;
import com.datastax.driver.core.SSLOptions;
import com.datastax.shaded.netty.channel.socket.SocketChannel;
import io.perfline.core.environment.HostPort;
import io.perfline.core.environment.Tls;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reasons;
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

/** Encrypted connections to nodes that are known by their certificates. */
final class Encryption {

  private static final int PATIENCE_MILLIS = 5_000;
  private static final String PEM = "-----BEGIN";

  private final Tls tls;
  private final SSLContext context;

  /**
   * @throws DriverException when the truststore can't be read
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
              .formatted(tls.truststore(), Reasons.of(e)),
          e);
    }
  }

  private static KeyStore certificates(Tls tls) throws GeneralSecurityException, IOException {
    KeyStore store = isPem(tls.truststore()) ? pem(tls.truststore()) : keystore(tls);
    if (store.size() == 0) {
      throw new KeyStoreException("no certificate can be seen in it");
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

  SSLOptions options() {
    return new ByAddress(context);
  }

  /**
   * Asks a node for its certificate: the driver says only that a channel was closed when it doesn't
   * like it.
   *
   * @throws DriverException when it is not to be trusted, or the node doesn't encrypt
   */
  void check(HostPort node) {
    InetSocketAddress address = new InetSocketAddress(node.host(), node.port());
    try (Socket plain = new Socket()) {
      plain.connect(address, PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
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
              .formatted(node, Reasons.of(e)),
          e);
    }
  }

  private SSLParameters parameters(SSLParameters parameters) {
    parameters.setEndpointIdentificationAlgorithm(tls.verifyHost() ? "HTTPS" : null);
    return parameters;
  }

  /** Looks at whom a certificate is for, which the driver doesn't by itself. */
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
