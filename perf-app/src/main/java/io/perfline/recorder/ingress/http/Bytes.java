package io.perfline.recorder.ingress.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Formats the first bytes of some data for people: as text if they are text, and as hex. */
final class Bytes {

  static final int SHOWN_AS_TEXT = 64 * 1024;

  static final int SHOWN_AS_HEX = 4 * 1024;

  private static final int ROW = 16;
  private static final HexFormat HEX = HexFormat.of();

  private Bytes() {}

  /** Returns the data as text with visible control characters; null if it is not UTF-8. */
  static String text(byte[] data) {
    int length = Math.min(data.length, SHOWN_AS_TEXT);
    // The last character may be cut off, so this tries again with up to three bytes less.
    for (int shorter = 0; shorter <= 3 && shorter <= length; shorter++) {
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(data, 0, length - shorter))
                .toString();
        return visible(text);
      } catch (CharacterCodingException e) {
        if (length == data.length) {
          return null;
        }
      }
    }
    return null;
  }

  private static String visible(String text) {
    StringBuilder visible = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\t' && c != '\r') {
        visible.append((char) (0x2400 + c));
      } else if (c == 0x7f || (c >= 0x80 && c < 0xa0) || isBidi(c)) {
        visible.append('\ufffd');
      } else {
        visible.append(c);
      }
    }
    return visible.toString();
  }

  /** Returns whether a character changes the direction of text, which could disguise the text. */
  private static boolean isBidi(char c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  }

  /**
   * Returns a hex dump. Each line contains an offset, 16 bytes in hex, and these bytes as ASCII.
   */
  static String hex(byte[] data) {
    int length = Math.min(data.length, SHOWN_AS_HEX);
    StringBuilder rows = new StringBuilder(length * 5);
    for (int start = 0; start < length; start += ROW) {
      row(rows, data, start, Math.min(length, start + ROW));
    }
    return rows.toString();
  }

  private static void row(StringBuilder rows, byte[] data, int start, int end) {
    rows.append(HEX.toHexDigits(start)).append("  ");
    for (int i = start; i < start + ROW; i++) {
      rows.append(i < end ? HEX.toHexDigits(data[i]) : "  ").append(' ');
    }
    rows.append(' ');
    for (int i = start; i < end; i++) {
      char c = (char) (data[i] & 0xff);
      rows.append(c >= ' ' && c < 0x7f ? c : '.');
    }
    rows.append('\n');
  }
}
