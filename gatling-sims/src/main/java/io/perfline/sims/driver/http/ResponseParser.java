package io.perfline.sims.driver.http;

import java.io.EOFException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * Takes the answers on one connection in pieces, as they come, RFC 9112, and keeps of each the
 * status alone: who wants more of one hears of it. Never more than one answer is awaited, so bytes
 * behind one are a fault.
 */
final class ResponseParser {

  private static final int BUFFER = 16 * 1024;
  private static final int INTERIM = 200;

  /** Longer than any body is. */
  private static final long TO_THE_END = Long.MAX_VALUE;

  /** What the next bytes are. */
  private enum Expected {
    STATUS,
    HEADER,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    NOTHING
  }

  private final byte[] buffer = new byte[BUFFER];
  private final ByteBuffer room = ByteBuffer.wrap(buffer);
  private Requests.AnswerListener answer;
  private Expected expected = Expected.NOTHING;
  private int from;
  private int to;

  /** Where the line began that was found last, and where it ended. */
  private int lineBegin;

  private int lineEnd;

  /** Up to where there is no end of a line. */
  private int searched;

  private int status;
  private boolean chunked;
  private long left;
  private boolean staysOpen;

  /**
   * An answer is awaited now.
   *
   * @param listener hears of its headers and body; null for nobody
   */
  void begin(Requests.AnswerListener listener) {
    answer = listener;
    expected = Expected.STATUS;
    from = 0;
    to = 0;
    searched = 0;
  }

  /** Where the connection's next bytes are to be put; what was there is over. */
  ByteBuffer room() {
    return room.limit(buffer.length).position(to);
  }

  /**
   * Takes bytes that were put into {@link #room}.
   *
   * @param count how many; negative when the connection has ended
   * @return whether the answer is whole
   * @throws EOFException when the connection ends before the answer does
   * @throws ProtocolException when it isn't HTTP/1.1
   */
  boolean received(int count) throws EOFException, ProtocolException {
    if (count < 0) {
      if (expected != Expected.BODY || left != TO_THE_END) {
        throw new EOFException("the connection ended within an answer");
      }
      expected = Expected.NOTHING;
      return true;
    }
    to += count;
    while (expected != Expected.NOTHING && goOn()) {}
    if (expected == Expected.NOTHING && from != to) {
      throw new ProtocolException("bytes after the answer");
    }
    return expected == Expected.NOTHING;
  }

  /** The status of the answer that is whole. */
  int status() {
    return status;
  }

  /** Whether the connection takes another request after this answer. */
  boolean staysOpen() {
    return staysOpen;
  }

  /** False when that needs more bytes. */
  private boolean goOn() throws ProtocolException {
    return switch (expected) {
      case BODY, CHUNK, CHUNK_END -> takesAll();
      default -> takesLine();
    };
  }

  private boolean takesLine() throws ProtocolException {
    if (!findLine()) {
      if (to == buffer.length) {
        throw new ProtocolException("the answer's head is longer than " + BUFFER + " bytes");
      }
      return false;
    }
    switch (expected) {
      case STATUS -> readStatus();
      case HEADER -> header();
      case CHUNK_SIZE -> chunkSize();
      default -> trailer();
    }
    return true;
  }

  /** Finds the next line; {@code from} is behind it then. */
  private boolean findLine() {
    for (int at = Math.max(from, searched); at < to; at++) {
      if (buffer[at] == '\n') {
        lineBegin = from;
        lineEnd = at > from && buffer[at - 1] == '\r' ? at - 1 : at;
        from = at + 1;
        searched = from;
        return true;
      }
    }
    searched = to;
    return false;
  }

  private void readStatus() throws ProtocolException {
    int begin = lineBegin;
    boolean http =
        lineEnd - begin >= 12
            && buffer[begin] == 'H'
            && buffer[begin + 1] == 'T'
            && buffer[begin + 2] == 'T'
            && buffer[begin + 3] == 'P'
            && buffer[begin + 4] == '/'
            && buffer[begin + 5] == '1'
            && buffer[begin + 8] == ' ';
    status = http ? AsciiBytes.digits(buffer, begin + 9, begin + 12) : -1;
    if (status < 100 || status > 599) {
      throw new ProtocolException("no status line of HTTP/1.1");
    }
    staysOpen = buffer[begin + 7] == '1';
    left = TO_THE_END;
    chunked = false;
    expected = Expected.HEADER;
  }

  private void header() throws ProtocolException {
    int begin = lineBegin;
    int end = lineEnd;
    if (begin == end) {
      headIsOver();
      return;
    }
    if (answer != null) {
      answer.header(buffer, begin, end);
    }
    int first = buffer[begin] | 0x20;
    if (first == 'c' && AsciiBytes.named(buffer, begin, end, "content-length")) {
      int value = AsciiBytes.value(buffer, begin + "content-length".length() + 1, end);
      left = AsciiBytes.digits(buffer, value, AsciiBytes.trimmed(buffer, value, end));
      if (left < 0) {
        throw new ProtocolException("Content-Length is not a number");
      }
    } else if (first == 't' && AsciiBytes.named(buffer, begin, end, "transfer-encoding")) {
      chunked = true;
    } else if (first == 'c' && AsciiBytes.named(buffer, begin, end, "connection")) {
      int value = AsciiBytes.value(buffer, begin + "connection".length() + 1, end);
      staysOpen = !AsciiBytes.same(buffer, value, end, "close");
    }
  }

  private void headIsOver() {
    if (status < INTERIM) { // such as 100 Continue
      expected = Expected.STATUS;
      makeRoom();
    } else if (status == 204 || status == 304 || (answer != null && answer.isHeadAlone())) {
      expected = Expected.NOTHING;
    } else if (chunked) {
      expected = Expected.CHUNK_SIZE;
      makeRoom();
    } else {
      staysOpen &= left != TO_THE_END;
      expected = left == 0 ? Expected.NOTHING : Expected.BODY;
    }
  }

  /** A stretch of the body, or the end of a line behind one. */
  private boolean takesAll() {
    int some = (int) Math.min(left, to - from);
    if (answer != null && expected != Expected.CHUNK_END) {
      answer.body(buffer, from, some);
    }
    from += some;
    left -= left == TO_THE_END ? 0 : some;
    if (left > 0) {
      makeRoom();
      return false;
    }
    if (expected == Expected.BODY) {
      expected = Expected.NOTHING;
    } else if (expected == Expected.CHUNK) {
      expected = Expected.CHUNK_END;
      left = 2;
    } else {
      expected = Expected.CHUNK_SIZE;
      makeRoom();
    }
    return true;
  }

  private void chunkSize() throws ProtocolException {
    long size = 0;
    int at = lineBegin;
    int digit = at < lineEnd ? Character.digit(buffer[at], 16) : -1;
    while (digit >= 0 && size < 1L << 40) {
      size = size * 16 + digit;
      at++;
      digit = at < lineEnd ? Character.digit(buffer[at], 16) : -1;
    }
    if (at == lineBegin || (at < lineEnd && buffer[at] != ';' && buffer[at] != ' ')) {
      throw new ProtocolException("a chunk without its size");
    }
    left = size;
    expected = size > 0 ? Expected.CHUNK : Expected.TRAILER;
  }

  private void trailer() {
    makeRoom();
    if (lineBegin == lineEnd) {
      expected = Expected.NOTHING;
    }
  }

  /** What was taken is not needed any more. */
  private void makeRoom() {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    searched = 0;
  }
}
