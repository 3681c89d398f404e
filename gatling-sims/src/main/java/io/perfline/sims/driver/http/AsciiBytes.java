package io.perfline.sims.driver.http;

/**
 * Words, lists and numbers in ranges of a buffer, which are compared without their case. Nothing is
 * allocated.
 */
record AsciiBytes(byte[] buffer) {

  /** The maximum number of digits of a number, so that it fits into 64 bits. */
  private static final int MAX_DIGITS = 18;

  /** Returns whether a range starts with a word in lower case, ignoring the case of the range. */
  boolean startsWith(int begin, int end, String word) {
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

  private boolean isBlank(int at) {
    return buffer[at] == ' ' || buffer[at] == '\t';
  }

  /** Returns the place of the next comma of a list, or its end. */
  int comma(int from, int end) {
    int at = from;
    while (at < end && buffer[at] != ',') {
      at++;
    }
    return at;
  }

  /** Returns whether a list of words contains a word, which is given in lower case. */
  boolean contains(int begin, int end, String word) {
    int from = begin;
    while (from < end) {
      int comma = comma(from, end);
      if (isEqual(from, comma, word)) {
        return true;
      }
      from = comma + 1;
    }
    return false;
  }

  /** Returns whether the last word of a list is a word, which is given in lower case. */
  boolean isLast(int begin, int end, String word) {
    int from = end;
    while (from > begin && buffer[from - 1] != ',') {
      from--;
    }
    return isEqual(from, end, word);
  }

  private boolean isEqual(int begin, int end, String word) {
    int from = afterBlanks(begin, end);
    int to = beforeBlanks(from, end);
    return to - from == word.length() && startsWith(from, to, word);
  }

  /**
   * Returns a decimal number of at most 18 digits, possibly between blanks and with leading zeros;
   * -1 for other text.
   */
  long number(int begin, int until) {
    int from = afterBlanks(begin, until);
    int end = beforeBlanks(from, until);
    while (from < end - 1 && buffer[from] == '0') {
      from++;
    }
    long number = end > from && end - from <= MAX_DIGITS ? 0 : -1;
    for (int i = from; i < end && number >= 0; i++) {
      int digit = buffer[i] - '0';
      number = digit >= 0 && digit <= 9 ? number * 10 + digit : -1;
    }
    return number;
  }

  /** Returns the place of the first byte of a range that is not blank, or the end of the range. */
  int afterBlanks(int begin, int end) {
    int at = begin;
    while (at < end && isBlank(at)) {
      at++;
    }
    return at;
  }

  private int beforeBlanks(int begin, int end) {
    int at = end;
    while (at > begin && isBlank(at - 1)) {
      at--;
    }
    return at;
  }
}
