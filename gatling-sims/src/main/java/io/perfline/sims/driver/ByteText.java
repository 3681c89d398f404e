package io.perfline.sims.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A reusable buffer of bytes. Appending allocates nothing once the buffer is large enough. */
public final class ByteText {

  /** The place of a text in a request, which determines the characters that must be replaced. */
  enum Place {
    /** All characters are allowed. */
    BODY(3),
    /** A request target that is already encoded, except for characters that no URL may contain. */
    TARGET(9),
    /**
     * A value in a path: everything but letters, digits, {@code -._~} and {@code /} becomes {@code
     * %XX}.
     */
    PATH(9),
    /**
     * A value in a query or form: everything but letters, digits and {@code -._~} becomes {@code
     * %XX}.
     */
    QUERY(9),
    /**
     * The fixed part of a form's field, as browsers write it: as in a query, but blanks become +.
     */
    FIELD(9),
    /** A header's value, in which control characters, such as line ends, become blanks. */
    HEADER(3),
    /** A value within the quotes of a JSON string, in which it is escaped. */
    JSON(6);

    private final int maxBytes;

    Place(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    boolean isOfUrl() {
      return this == TARGET || this == PATH || this == QUERY || this == FIELD;
    }

    private boolean allows(char one) {
      boolean unreserved =
          (one >= 'a' && one <= 'z')
              || (one >= 'A' && one <= 'Z')
              || (one >= '0' && one <= '9')
              || "-._~".indexOf(one) >= 0;
      return switch (this) {
        case TARGET -> one > ' ' && one < 0x7f && "\"<>\\^`{|}".indexOf(one) < 0;
        case PATH -> unreserved || one == '/';
        case QUERY, FIELD -> unreserved;
        case JSON -> one >= ' ' && one != '"' && one != '\\';
        case HEADER -> one >= ' ' && one != 0x7f;
        case BODY -> true;
      };
    }
  }

  private static final String HEX = "0123456789ABCDEF";
  private byte[] bytes = new byte[512];
  private int length;

  public void clear() {
    length = 0;
  }

  public int length() {
    return length;
  }

  public byte[] bytes() {
    return bytes;
  }

  public ByteText add(byte[] more) {
    return add(more, 0, more.length);
  }

  public ByteText add(ByteText more) {
    return add(more.bytes, 0, more.length);
  }

  public ByteText add(byte[] more, int from, int count) {
    makeRoom(count);
    System.arraycopy(more, from, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends a text in UTF-8. */
  public ByteText add(String text) {
    return add(text, Place.BODY);
  }

  /** Appends an encoded path and query; characters that no URL may contain become {@code %XX}. */
  public ByteText addToPath(String text) {
    return add(text, Place.TARGET);
  }

  /** Appends a text to a header; control characters, such as line ends, become blanks. */
  public ByteText addToHeader(String text) {
    return add(text, Place.HEADER);
  }

  /** Appends the decimal digits of a number of 0 or more. */
  public ByteText add(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    makeRoom(digits);
    long rest = number;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  public ByteText addUuid(long high, long low) {
    makeRoom(36);
    Recordings.writeId(bytes, length, high, low);
    length += 36;
    return this;
  }

  /** Appends a text; characters that its place does not allow are replaced. */
  ByteText add(String text, Place place) {
    makeRoom(Math.multiplyExact(place.maxBytes, text.length()));
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      if (one < 0x80) {
        addAscii(one, place);
      } else if (!Character.isSurrogate(one)) {
        addPoint(one, place);
      } else if (Character.isHighSurrogate(one)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        addPoint(Character.toCodePoint(one, text.charAt(++i)), place);
      } else {
        addAscii('?', place); // an unpaired surrogate, which Java encodes as '?'
      }
    }
    return this;
  }

  /**
   * Appends a text for a URL or a form; characters that are not allowed become the {@code %XX} of
   * their bytes in a charset.
   *
   * @throws UncheckedIOException if the charset lacks one of the characters
   */
  void addEncoded(String text, Place place, Charset charset) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point < 0x80 && (place.allows((char) point) || (place == Place.FIELD && point == ' '))) {
        add(String.valueOf((char) point), place);
      } else {
        byte[] encoded = encoded(Character.toString(point), charset);
        makeRoom(Math.multiplyExact(place.maxBytes, encoded.length));
        for (byte one : encoded) {
          addByte(one, place);
        }
      }
    }
  }

  /**
   * Returns the bytes of a text in a charset.
   *
   * @throws UncheckedIOException if the charset lacks one of the characters
   */
  static byte[] encoded(String text, Charset charset) {
    try {
      ByteBuffer bytes = charset.newEncoder().encode(CharBuffer.wrap(text));
      return Arrays.copyOfRange(bytes.array(), bytes.position(), bytes.limit());
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException("'%s' is not in %s".formatted(text, charset), e);
    }
  }

  private void addAscii(char one, Place place) {
    if (place.allows(one)) {
      bytes[length++] = (byte) one;
    } else if (place == Place.FIELD && one == ' ') {
      bytes[length++] = '+';
    } else if (place == Place.JSON) {
      addEscaped(one);
    } else {
      addByte(place == Place.HEADER ? ' ' : one, place);
    }
  }

  private void addEscaped(char one) {
    bytes[length++] = '\\';
    int known = "\"\\\n\r\t".indexOf(one);
    if (known >= 0) {
      bytes[length++] = (byte) "\"\\nrt".charAt(known);
    } else {
      bytes[length++] = 'u';
      bytes[length++] = '0';
      bytes[length++] = '0';
      bytes[length++] = (byte) HEX.charAt(one >> 4);
      bytes[length++] = (byte) HEX.charAt(one & 15);
    }
  }

  /** Appends a code point that has at least two bytes in UTF-8. */
  private void addPoint(int point, Place place) {
    if (point < 0x800) {
      addByte(0xc0 | (point >> 6), place);
    } else {
      if (point < 0x10000) {
        addByte(0xe0 | (point >> 12), place);
      } else {
        addByte(0xf0 | (point >> 18), place);
        addByte(0x80 | ((point >> 12) & 0x3f), place);
      }
      addByte(0x80 | ((point >> 6) & 0x3f), place);
    }
    addByte(0x80 | (point & 0x3f), place);
  }

  private void addByte(int one, Place place) {
    if (place.isOfUrl()) {
      bytes[length++] = '%';
      bytes[length++] = (byte) HEX.charAt((one >> 4) & 15);
      bytes[length++] = (byte) HEX.charAt(one & 15);
    } else {
      bytes[length++] = (byte) one;
    }
  }

  private void makeRoom(int count) {
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }

  public boolean contains(byte[] wanted) {
    for (int from = 0; from + wanted.length <= length; from++) {
      if (Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  /** Returns the bytes decoded as UTF-8. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
