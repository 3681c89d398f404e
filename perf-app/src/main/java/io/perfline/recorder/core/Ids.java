package io.perfline.recorder.core;

import java.util.UUID;

/**
 * Ids as text: exactly 36 characters, unlike {@link UUID#fromString}, which also takes shorter
 * ones.
 */
public final class Ids {

  private static final int LENGTH = 36;

  /** What a character stands for; negative when it is no hexadecimal digit. */
  private static final byte[] DIGITS = new byte[128];

  static {
    for (char c = 0; c < DIGITS.length; c++) {
      DIGITS[c] = (byte) Character.digit(c, 16);
    }
  }

  private Ids() {}

  /** The id that the text is, or null when it is none. */
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

  /** The id that the 36 bytes from there on are, or null when they are none. */
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

  /** Negative when one is no digit. */
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
