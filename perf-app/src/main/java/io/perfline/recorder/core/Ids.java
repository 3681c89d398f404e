package io.perfline.recorder.core;

import java.util.UUID;

/**
 * Parses UUIDs of exactly 36 characters, unlike {@link UUID#fromString}, which also accepts shorter
 * ones.
 */
public final class Ids {

  private static final int LENGTH = 36;

  /** The value of each hexadecimal digit; negative for other characters. */
  private static final byte[] DIGITS = new byte[128];

  static {
    for (char c = 0; c < DIGITS.length; c++) {
      DIGITS[c] = (byte) Character.digit(c, 16);
    }
  }

  private Ids() {}

  /** Returns the id in a text; null if it is not an id. */
  public static UUID parse(CharSequence text) {
    if (text.length() != LENGTH) {
      return null;
    }
    byte[] ascii = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      char c = text.charAt(i);
      ascii[i] = c < DIGITS.length ? (byte) c : -1;
    }
    return parse(ascii, 0);
  }

  /** Returns the id in 36 bytes; null if they are not an id. */
  public static UUID parse(byte[] text, int from) {
    if (text[from + 8] != '-'
        || text[from + 13] != '-'
        || text[from + 18] != '-'
        || text[from + 23] != '-') {
      return null;
    }
    long first = hex(text, from, 8);
    long second = hex(text, from + 9, 4);
    long third = hex(text, from + 14, 4);
    long fourth = hex(text, from + 19, 4);
    long fifth = hex(text, from + 24, 12);
    return (first | second | third | fourth | fifth) < 0
        ? null
        : new UUID(first << 32 | second << 16 | third, fourth << 48 | fifth);
  }

  /** Returns the value of hexadecimal digits; negative if a character is not a digit. */
  private static long hex(byte[] text, int from, int count) {
    long number = 0;
    int wrong = 0;
    for (int i = from; i < from + count; i++) {
      int digit = text[i] < 0 ? -1 : DIGITS[text[i]];
      wrong |= digit;
      number = number << 4 | digit;
    }
    return wrong < 0 ? -1 : number;
  }
}
