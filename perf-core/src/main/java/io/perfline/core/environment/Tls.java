package io.perfline.core.environment;

import java.nio.file.Path;

/**
 * The settings by which a client verifies the server of an encrypted connection.
 *
 * @param truststore the file with trusted certificates (JKS, PKCS12 or PEM); null for those of the
 *     JDK
 * @param truststorePassword the password of the file; null if it has none
 * @param verifyHost whether the certificate must match the server's address
 */
public record Tls(Path truststore, String truststorePassword, boolean verifyHost) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Tls[truststore=%s, verifyHost=%s]".formatted(truststore, verifyHost);
  }
}
