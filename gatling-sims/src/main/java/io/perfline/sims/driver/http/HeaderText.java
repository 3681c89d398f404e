package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.BodyCharset;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** The text of headers, whose bytes have no declared charset. */
public final class HeaderText {

  private HeaderText() {}

  /** Returns the text of bytes in UTF-8 or, if they are something else, in ISO 8859-1. */
  public static String of(byte[] bytes, int from, int to) {
    String text = utf8(bytes, from, to);
    return text == null ? new String(bytes, from, to - from, ISO_8859_1) : text;
  }

  /** Returns the text of bytes in UTF-8; null if they are something else. */
  public static String utf8(byte[] bytes, int from, int to) {
    boolean ascii = true;
    for (int i = from; i < to; i++) {
      ascii &= bytes[i] >= 0;
    }
    try {
      return ascii
          ? new String(bytes, from, to - from, ISO_8859_1)
          : UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * Returns the charset of a {@code Content-Type}, which is UTF-8 by default; null if it is not
   * known.
   */
  public static Charset charset(String contentType) {
    try {
      return BodyCharset.of(contentType);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
