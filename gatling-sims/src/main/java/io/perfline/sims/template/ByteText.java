package io.perfline.sims.template;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are put together, over and over in the same room. */
public final class ByteText {

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
    int needed = Math.addExact(length, count);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
    System.arraycopy(more, from, bytes, length, count);
    length = needed;
    return this;
  }

  /** As UTF-8. */
  public ByteText add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** For a request's path: what can't stand there is written as {@code %XX}. */
  public ByteText addToPath(String text) {
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      if (one > ' ' && one < 0x7f) {
        add(new byte[] {one});
      } else {
        add(new byte[] {'%', (byte) HEX.charAt((one >> 4) & 15), (byte) HEX.charAt(one & 15)});
      }
    }
    return this;
  }

  /** For a header: an end of line, which would begin another one, becomes a blank. */
  public ByteText addToHeader(String text) {
    return add(text.replaceAll("[\\p{Cntrl}]", " "));
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  /** As UTF-8. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
