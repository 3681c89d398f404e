package io.perfline.core.environment;

import java.nio.file.Path;

/**
 * The settings by which a client verifies the server to which its connection is encrypted.
 *
 * @param truststore the certificates that it trusts: JKS, PKCS12 or PEM; null for the JDK's own
 * @param truststorePassword null when the file has none
 * @param verifyHost whether the certificate must be for the address that is connected to
 */
public record Tls(Path truststore, String truststorePassword, boolean verifyHost) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Tls[truststore=%s, verifyHost=%s]".formatted(truststore, verifyHost);
  }
}
