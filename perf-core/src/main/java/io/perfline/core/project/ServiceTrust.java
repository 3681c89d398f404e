package io.perfline.core.project;

import io.perfline.core.command.Fault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** Makes this process trust the certificates that a {@code perf.yml} names. */
public final class ServiceTrust {

  private ServiceTrust() {}

  /**
   * Makes all connections of this process trust, from now on, the certificates that the service
   * names as well, or any certificate if the service is declared insecure.
   *
   * @throws Fault exit code 2 if the file contains no certificates
   */
  public static void apply(ServiceUnderTest service) {
    if (service == null || (service.trust() == null && !service.insecure())) {
      return;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager[] managers =
          service.insecure() ? new TrustManager[] {new Any()} : trusting(service.trust());
      context.init(null, managers, null);
      SSLContext.setDefault(context);
    } catch (GeneralSecurityException | IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "service: trust: %s can't be read as certificates in PEM: %s"
              .formatted(service.trust(), e),
          e);
    }
  }

  /**
   * Returns trust managers for the certificates in a file and those that Java trusts by default.
   */
  private static TrustManager[] trusting(Path file) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (TrustManager manager : managers(null)) {
      for (X509Certificate trusted : ((X509TrustManager) manager).getAcceptedIssuers()) {
        store.setCertificateEntry("java-" + store.size(), trusted);
      }
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      Collection<? extends Certificate> own =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (own.isEmpty()) {
        throw new IOException("it contains none");
      }
      for (Certificate one : own) {
        store.setCertificateEntry("own-" + store.size(), one);
      }
    }
    return managers(store);
  }

  private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** Accepts any certificate for any host. */
  private static final class Any extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
