package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.BodyCharset;
import io.perfline.sims.driver.ByteText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Decodes the bodies of responses: first their compression, then their charset. */
public final class ContentCoding {

  static final String HEADER = "content-encoding";

  /** The coding of a body that is not compressed. */
  public static final String NONE = "identity";

  /** Thrown if a decoded body is longer than allowed. */
  private static final class LongBody extends IOException {

    private static final long serialVersionUID = 1;

    LongBody(int maxBytes) {
      super("longer than " + maxBytes + " bytes");
    }
  }

  private ContentCoding() {}

  /**
   * Replaces a body by its text in UTF-8.
   *
   * @param codings the value of {@code Content-Encoding}
   * @param charset the charset of the text; null if it is not known
   * @param maxBytes the maximum length of the decompressed body in bytes
   * @return the error kind if that is impossible, otherwise null
   */
  static String decode(String codings, Charset charset, ByteText body, int maxBytes) {
    try {
      if (!isNone(codings)) {
        byte[] decoded = decode(codings, Arrays.copyOf(body.bytes(), body.length()), maxBytes);
        body.clear();
        body.add(decoded);
      }
      if (charset == null) {
        return "body in an unknown charset";
      } else if (!charset.equals(UTF_8)
          || BodyCharset.marked(body.bytes(), body.length()) != null) {
        String text = BodyCharset.text(body.bytes(), body.length(), charset);
        body.clear();
        body.add(text);
      }
      return null;
    } catch (LongBody e) {
      return ScenarioAnswer.TOO_LONG;
    } catch (IOException e) {
      return "body is not " + codings;
    }
  }

  private static boolean isNone(String codings) {
    return codings.isEmpty() || codings.equalsIgnoreCase(NONE);
  }

  /**
   * Returns the decompressed body.
   *
   * @param codings the value of {@code Content-Encoding}, in the order in which they were applied
   * @param maxBytes the maximum length of the decompressed body in bytes
   * @throws IOException if the body is longer, or does not have the coding
   */
  public static byte[] decode(String codings, byte[] body, int maxBytes) throws IOException {
    byte[] decoded = body;
    String[] all = codings.toLowerCase(Locale.ROOT).split(",");
    for (int i = all.length - 1; i >= 0; i--) {
      if (!isNone(all[i].strip())) {
        decoded = decodeOne(all[i].strip(), decoded, maxBytes);
      }
    }
    return decoded;
  }

  private static byte[] decodeOne(String coding, byte[] body, int maxBytes) throws IOException {
    try (InputStream in = decoder(coding, new ByteArrayInputStream(body))) {
      byte[] decoded = in.readNBytes(maxBytes + 1);
      if (decoded.length > maxBytes) {
        throw new LongBody(maxBytes);
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
