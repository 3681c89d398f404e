package io.perfline.recorder.core;

import java.util.UUID;

/**
 * Ids as text: exactly 36 characters, unlike {@link UUID#fromString}, which also takes shorter
 * ones.
 */
public final class Ids {

  private static final int LENGTH = 36;

  private Ids() {}

  /** The id that the text is, or null when it is none. */
  public static UUID parse(CharSequence text) {
    if (text.length() != LENGTH) {
      return null;
    }
    long high = 0;
    long low = 0;
    for (int i = 0; i < LENGTH; i++) {
      char c = text.charAt(i);
      if (i == 8 || i == 13 || i == 18 || i == 23) {
        if (c != '-') {
          return null;
        }
        continue;
      }
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return null;
      }
      if (i < 18) {
        high = high << 4 | digit;
      } else {
        low = low << 4 | digit;
      }
    }
    return new UUID(high, low);
  }
}
