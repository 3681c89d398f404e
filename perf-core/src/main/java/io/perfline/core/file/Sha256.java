package io.perfline.core.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests in hexadecimal digits. */
public final class Sha256 {

  private static final int CHUNK = 1 << 16;

  private final MessageDigest digest;

  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  public static String of(byte[] content) {
    return HexFormat.of().formatHex(new Sha256().digest.digest(content));
  }

  /** Returns the digest of a text in UTF-8. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of a file of any size. */
  public static String of(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return new Sha256().add(content).hex();
    }
  }

  /** Adds all remaining bytes of {@code content}. */
  public Sha256 add(InputStream content) throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (int n = content.read(chunk); n >= 0; n = content.read(chunk)) {
      digest.update(chunk, 0, n);
    }
    return this;
  }

  /** Returns the digest of everything that was added. */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
