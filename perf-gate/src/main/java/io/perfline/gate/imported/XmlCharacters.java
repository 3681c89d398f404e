package io.perfline.gate.imported;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * JMeter's XML with visible characters in place of those that XML 1.0 doesn't allow, by themselves
 * or as references such as {@code &#x1b;}: JMeter writes what a service answered as it is.
 */
final class XmlCharacters extends InputStream {

  private static final int LONGEST_REFERENCE = 12;
  private static final byte[] NONE = {};

  private final InputStream in;
  private byte[] pending = NONE;
  private int at;

  XmlCharacters(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    if (at < pending.length) {
      return pending[at++] & 0xff;
    }
    int next = in.read();
    if (next == '&') {
      StringBuilder reference = new StringBuilder("&");
      int more = in.read();
      while (more >= 0 && more != ';' && more != '&' && reference.length() < LONGEST_REFERENCE) {
        reference.append((char) more);
        more = in.read();
      }
      if (more >= 0) {
        reference.append((char) more);
      }
      // another reference that begins within this one is no XML anyway: the parser refuses it
      pending = allowed(reference.toString()).getBytes(StandardCharsets.ISO_8859_1);
      at = 0;
      return pending[at++];
    }
    if (next >= 0 && !isAllowed(next)) {
      pending = visible(next).getBytes(StandardCharsets.ISO_8859_1);
      at = 1;
      return pending[0];
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int next = read();
      if (next < 0) {
        break;
      }
      bytes[from + count++] = (byte) next;
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  private static String allowed(String reference) {
    if (!reference.matches("&#(x[0-9A-Fa-f]{1,6}|[0-9]{1,7});")) {
      return reference;
    }
    boolean hexadecimal = reference.charAt(2) == 'x';
    int code =
        Integer.parseInt(
            reference.substring(hexadecimal ? 3 : 2, reference.length() - 1),
            hexadecimal ? 16 : 10);
    return isAllowed(code) ? reference : visible(code);
  }

  private static boolean isAllowed(int code) {
    return code >= ' '
        ? code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff)
        : code == '\t' || code == '\n' || code == '\r';
  }

  private static String visible(int code) {
    return code < ' ' ? "&#x" + Integer.toHexString(0x2400 + code) + ";" : "&#xfffd;";
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
