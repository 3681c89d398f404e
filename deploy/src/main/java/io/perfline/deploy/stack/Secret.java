package io.perfline.deploy.stack;

import io.perfline.core.file.Sha256;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Generated passwords. */
final class Secret {

  private static final SecureRandom RANDOM = new SecureRandom();

  private Secret() {}

  /** Returns 192 random bits as hexadecimal digits. */
  static String generate() {
    byte[] bytes = new byte[24];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** SHA-256, as Tomcat 7's realms compare it; no salt is needed for 192 random bits. */
  static String digest(String secret) {
    return Sha256.of(secret);
  }
}
