package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * The charset that the responses of one connection declare. A {@code Content-Type} that is equal to
 * the previous one is not read again, so nothing is allocated for it.
 */
final class MediaType {

  private static final byte[] NAME = "content-type".getBytes(UTF_8);

  private byte[] line = {};
  private Charset ofLine;
  private Charset charset = UTF_8;

  /** Forgets the type of the previous response. */
  void begin() {
    charset = UTF_8;
  }

  /** Reads a header line if it is the type. */
  void header(byte[] bytes, int from, int to) {
    if (!isType(bytes, from, to)) {
      return;
    }
    if (!Arrays.equals(bytes, from, to, line, 0, line.length)) {
      line = Arrays.copyOfRange(bytes, from, to);
      ofLine = HeaderText.charset(HeaderText.of(line, 0, line.length));
    }
    charset = ofLine;
  }

  private static boolean isType(byte[] bytes, int from, int to) {
    int colon = from + NAME.length;
    if (colon >= to || bytes[colon] != ':') {
      return false;
    }
    for (int i = 0; i < NAME.length; i++) {
      if (Character.toLowerCase(bytes[from + i]) != NAME[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the charset of the body, which is UTF-8 by default; null if it is not known. */
  Charset charset() {
    return charset;
  }
}
