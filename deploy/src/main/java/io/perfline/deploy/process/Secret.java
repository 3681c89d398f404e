package io.perfline.deploy.process;

import io.perfline.core.file.Sha256;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Generates passwords and their digests. */
public final class Secret {

  private static final SecureRandom RANDOM = new SecureRandom();

  private Secret() {}

  /** Returns 192 random bits as hexadecimal digits. */
  public static String generate() {
    byte[] bytes = new byte[24];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns the SHA-256 as Tomcat's realms compare it. For 192 random bits no salt is needed. */
  public static String digest(String secret) {
    return Sha256.of(secret);
  }
}
