package io.perfline.sims.driver.http;

/** What a stretch of bytes says, read where it lies: it costs no garbage. */
final class AsciiBytes {

  private AsciiBytes() {}

  /**
   * Whether a header's line is of this name.
   *
   * @param name in small letters
   */
  static boolean named(byte[] buffer, int begin, int end, String name) {
    int colon = begin + name.length();
    return colon < end && buffer[colon] == ':' && same(buffer, begin, colon, name);
  }

  /**
   * Whether it begins with a word, in letters of either case.
   *
   * @param word in small letters
   */
  static boolean same(byte[] buffer, int begin, int end, String word) {
    if (end - begin < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      int c = buffer[begin + i];
      if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Where the first begins that is no blank. */
  static int value(byte[] buffer, int begin, int end) {
    int at = begin;
    while (at < end && (buffer[at] == ' ' || buffer[at] == '\t')) {
      at++;
    }
    return at;
  }

  /** Where the last ends that is no blank. */
  static int trimmed(byte[] buffer, int begin, int end) {
    int at = end;
    while (at > begin && (buffer[at - 1] == ' ' || buffer[at - 1] == '\t')) {
      at--;
    }
    return at;
  }

  /** A decimal number of at most nine digits, or -1. */
  static int digits(byte[] buffer, int begin, int end) {
    int number = end > begin && end - begin <= 9 ? 0 : -1;
    for (int i = begin; i < end && number >= 0; i++) {
      int digit = buffer[i] - '0';
      number = digit >= 0 && digit <= 9 ? number * 10 + digit : -1;
    }
    return number;
  }
}
