package io.perfline.sims.driver.http;

import io.perfline.sims.driver.ByteText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Decodes the bodies of responses that are compressed. */
public final class ContentCoding {

  static final String HEADER = "content-encoding";

  /** The coding of a body that is not compressed. */
  public static final String NONE = "identity";

  private ContentCoding() {}

  /**
   * Replaces a body by the decoded one.
   *
   * @param maxBytes the maximum length of the decoded body in bytes
   * @throws IOException if the body is longer, or does not have the coding
   */
  static void decode(String coding, ByteText body, int maxBytes) throws IOException {
    byte[] decoded =
        decode(coding, new ByteArrayInputStream(body.bytes(), 0, body.length()), maxBytes);
    body.clear();
    body.add(decoded);
  }

  /**
   * Returns the decoded body.
   *
   * @param maxBytes the maximum length of the decoded body in bytes
   * @throws IOException if the body is longer, or does not have the coding
   */
  public static byte[] decode(String coding, byte[] body, int maxBytes) throws IOException {
    return decode(coding, new ByteArrayInputStream(body), maxBytes);
  }

  private static byte[] decode(String coding, InputStream encoded, int maxBytes)
      throws IOException {
    try (InputStream in = decoder(coding, encoded)) {
      byte[] decoded = in.readNBytes(maxBytes + 1);
      if (decoded.length > maxBytes) {
        throw new IOException("longer than " + maxBytes + " bytes");
      }
      return decoded;
    }
  }

  private static InputStream decoder(String coding, InputStream encoded) throws IOException {
    return switch (coding) {
      case "gzip", "x-gzip" -> new GZIPInputStream(encoded);
      case "deflate" -> new InflaterInputStream(encoded);
      default -> throw new IOException("cannot decode " + coding);
    };
  }
}
