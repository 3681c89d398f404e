package io.perfline.sims.driver.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/**
 * Reads the answers on one connection, RFC 9112, and keeps of each the status alone. Its body is
 * read to the end and dropped. Never more than one answer is awaited, so bytes behind one are a
 * fault.
 */
final class ResponseParser {

  private static final int BUFFER = 16 * 1024;
  private static final long TO_THE_END = -1;
  private static final long CHUNKED = -2;

  private final byte[] buffer = new byte[BUFFER];
  private InputStream in;
  private Requests.AnswerListener answer;
  private int from;
  private int to;
  private long length;
  private boolean staysOpen;

  /** Begins with a new connection. */
  void begin(InputStream stream) {
    in = stream;
    from = 0;
    to = 0;
    staysOpen = true;
  }

  /** Whether the connection takes another request after the answer just read. */
  boolean staysOpen() {
    return staysOpen;
  }

  /**
   * Waits for an answer and reads it whole.
   *
   * @return its status
   * @throws EOFException when the connection ends before the answer does
   * @throws ProtocolException when it isn't HTTP/1.1
   */
  int read() throws IOException {
    return read(null);
  }

  /**
   * The same.
   *
   * @param listener hears of its headers and body; null for nobody
   */
  int read(Requests.AnswerListener listener) throws IOException {
    answer = listener;
    int status = head();
    while (status < 200) { // interim answers, such as 100 Continue
      status = head();
    }
    if (status == 204 || status == 304 || (answer != null && answer.isHeadAlone())) {
      length = 0;
    }
    if (length == CHUNKED) {
      chunks();
    } else if (length == TO_THE_END) {
      staysOpen = false;
      skipToTheEnd();
    } else {
      take(length);
    }
    if (from != to) {
      throw new ProtocolException("bytes behind the answer");
    }
    from = 0;
    to = 0;
    return status;
  }

  private int head() throws IOException {
    int begin = from;
    int end = line();
    int status = status(begin, end);
    length = TO_THE_END;
    staysOpen = buffer[begin + 7] == '1';
    begin = from;
    end = line();
    while (end > begin) {
      header(begin, end);
      begin = from;
      end = line();
    }
    return status;
  }

  /** Reads up to the next line's end and returns where it is; {@code from} is behind it then. */
  private int line() throws IOException {
    int at = from;
    while (true) {
      while (at < to) {
        if (buffer[at++] == '\n') {
          from = at;
          return at >= 2 && buffer[at - 2] == '\r' ? at - 2 : at - 1;
        }
      }
      if (to == buffer.length) {
        throw new ProtocolException("the answer's head is longer than " + BUFFER + " bytes");
      }
      fill();
    }
  }

  private void fill() throws IOException {
    int read = in.read(buffer, to, buffer.length - to);
    if (read < 0) {
      throw new EOFException("the connection ended within an answer");
    }
    to += read;
  }

  private int status(int begin, int end) throws ProtocolException {
    boolean http =
        end - begin >= 12
            && buffer[begin] == 'H'
            && buffer[begin + 1] == 'T'
            && buffer[begin + 2] == 'T'
            && buffer[begin + 3] == 'P'
            && buffer[begin + 4] == '/'
            && buffer[begin + 5] == '1'
            && buffer[begin + 8] == ' ';
    int status = http ? digits(begin + 9, begin + 12) : -1;
    if (status < 100 || status > 599) {
      throw new ProtocolException("no status line of HTTP/1.1");
    }
    return status;
  }

  private void header(int begin, int end) throws ProtocolException {
    if (answer != null) {
      answer.header(buffer, begin, end);
    }
    int first = buffer[begin] | 0x20;
    if (first == 'c' && named(begin, end, "content-length")) {
      int value = value(begin + "content-length".length() + 1, end);
      int number = digits(value, trimmed(value, end));
      if (number < 0) {
        throw new ProtocolException("Content-Length is no number");
      }
      length = length == CHUNKED ? CHUNKED : number;
    } else if (first == 't' && named(begin, end, "transfer-encoding")) {
      length = CHUNKED;
    } else if (first == 'c' && named(begin, end, "connection")) {
      int value = value(begin + "connection".length() + 1, end);
      staysOpen = !same(value, end, "close");
    }
  }

  private boolean named(int begin, int end, String name) {
    int colon = begin + name.length();
    return colon < end && buffer[colon] == ':' && same(begin, colon, name);
  }

  private boolean same(int begin, int end, String word) {
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

  private int value(int begin, int end) {
    int at = begin;
    while (at < end && (buffer[at] == ' ' || buffer[at] == '\t')) {
      at++;
    }
    return at;
  }

  private int trimmed(int begin, int end) {
    int at = end;
    while (at > begin && (buffer[at - 1] == ' ' || buffer[at - 1] == '\t')) {
      at--;
    }
    return at;
  }

  /** A decimal number of at most nine digits, or -1. */
  private int digits(int begin, int end) {
    int number = end > begin && end - begin <= 9 ? 0 : -1;
    for (int i = begin; i < end && number >= 0; i++) {
      int digit = buffer[i] - '0';
      number = digit >= 0 && digit <= 9 ? number * 10 + digit : -1;
    }
    return number;
  }

  private void chunks() throws IOException {
    long size = chunkSize();
    while (size > 0) {
      take(size);
      skip(2);
      size = chunkSize();
    }
    int begin;
    int end;
    do { // trailers
      compact();
      begin = from;
      end = line();
    } while (end > begin);
  }

  private long chunkSize() throws IOException {
    compact();
    int begin = from;
    int end = line();
    long size = 0;
    int at = begin;
    int digit = at < end ? Character.digit(buffer[at], 16) : -1;
    while (digit >= 0 && size < 1L << 40) {
      size = size * 16 + digit;
      at++;
      digit = at < end ? Character.digit(buffer[at], 16) : -1;
    }
    if (at == begin || (at < end && buffer[at] != ';' && buffer[at] != ' ')) {
      throw new ProtocolException("a chunk without its size");
    }
    return size;
  }

  /** Makes room for a line: what was read before is not needed any more. */
  private void compact() {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
  }

  /** A stretch of the body. */
  private void take(long bytes) throws IOException {
    long left = bytes;
    while (answer != null && left > 0) {
      if (from == to) {
        from = 0;
        to = 0;
        fill();
      }
      int some = (int) Math.min(left, to - from);
      answer.body(buffer, from, some);
      from += some;
      left -= some;
    }
    skip(left);
  }

  private void skip(long bytes) throws IOException {
    long left = bytes;
    while (left > to - from) {
      left -= to - from;
      from = 0;
      to = 0;
      fill();
    }
    from += (int) left;
  }

  private void skipToTheEnd() throws IOException {
    int read = to - from;
    while (read >= 0) {
      if (answer != null) {
        answer.body(buffer, from, read);
      }
      from = 0;
      read = in.read(buffer, 0, buffer.length);
    }
    from = 0;
    to = 0;
  }
}
