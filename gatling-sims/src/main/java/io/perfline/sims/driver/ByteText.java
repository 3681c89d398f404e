package io.perfline.sims.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A reusable buffer of bytes; appending to it allocates nothing once it is large enough. */
public final class ByteText {

  /** The place of a text in a request, which decides the characters that are replaced. */
  private enum Place {
    /** All characters are allowed. */
    BODY,
    /** Other characters are written as {@code %XX}. */
    PATH,
    /** Control characters, such as an end of line, become blanks. */
    HEADER
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

  /** Appends a text to a request's path; other characters than a path's become {@code %XX}. */
  public ByteText addToPath(String text) {
    return add(text, Place.PATH);
  }

  /** Appends a text to a header; control characters, such as an end of line, become blanks. */
  public ByteText addToHeader(String text) {
    return add(text, Place.HEADER);
  }

  /** Appends a number of 0 or more in decimal digits. */
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

  /** Appends a UUID. */
  public ByteText addUuid(long high, long low) {
    makeRoom(36);
    Recordings.writeId(bytes, length, high, low);
    length += 36;
    return this;
  }

  private ByteText add(String text, Place place) {
    makeRoom(Math.multiplyExact(place == Place.PATH ? 9 : 3, text.length()));
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
        addAscii('?', place); // half a character, which Java encodes in this way
      }
    }
    return this;
  }

  private void addAscii(char one, Place place) {
    if (place == Place.PATH && (one <= ' ' || one == 0x7f)) {
      addByte(one, place);
    } else {
      boolean control = place == Place.HEADER && (one < ' ' || one == 0x7f);
      bytes[length++] = (byte) (control ? ' ' : one);
    }
  }

  /** Appends a character of at least two bytes in UTF-8. */
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
    if (place == Place.PATH) {
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

  /** Returns whether the buffer contains these bytes. */
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
