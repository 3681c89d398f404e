package io.perfline.sims.driver.http;

import java.io.EOFException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses the responses on one connection (RFC 9112) in pieces as they arrive. It stores only the
 * status; a listener receives everything else. Only one response is expected at a time, so bytes
 * after it are an error. Parsing allocates nothing.
 */
final class ResponseParser {

  private static final int BUFFER = 16 * 1024;
  private static final int MAX_HEAD = 256 * 1024;
  private static final int INTERIM = 200;
  private static final byte[] VERSION = "HTTP/1".getBytes(StandardCharsets.US_ASCII);

  /** The length of a body that ends with the connection. */
  private static final long TO_THE_END = Long.MAX_VALUE;

  private static final long NO_LENGTH = -1;

  /** The meaning of the bytes that come next. */
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
  private final AsciiBytes ascii = new AsciiBytes(buffer);
  private final ByteBuffer room = ByteBuffer.wrap(buffer);
  private Requests.AnswerListener answer;
  private Expected expected = Expected.NOTHING;
  private int from;
  private int to;

  /** The start and end of the line that was found last. */
  private int lineBegin;

  private int lineEnd;

  /** The index from which the search for the next line end continues. */
  private int searched;

  /** The bytes of the head that were discarded to make room. */
  private int headBytes;

  private int status;
  private long length;

  /** True if the body has transfer codings, so that it does not have the length of the header. */
  private boolean isCoded;

  private boolean chunked;
  private long left;
  private boolean staysOpen;

  /** True if a header contains that the connection does not stay open. */
  private boolean isClosing;

  /**
   * Starts a new response.
   *
   * @param listener receives its headers and body; may be null
   */
  void begin(Requests.AnswerListener listener) {
    answer = listener;
    expected = Expected.STATUS;
    from = 0;
    to = 0;
    searched = 0;
    headBytes = 0;
  }

  /** Returns the buffer for the connection's next bytes. */
  ByteBuffer room() {
    return room.limit(buffer.length).position(to);
  }

  /**
   * Parses bytes that were written to {@link #room}.
   *
   * @param count their number; negative if the connection has ended
   * @return whether the response is complete
   * @throws EOFException if the connection ends before the response does
   * @throws ProtocolException if the response is not HTTP/1.1
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
    while (expected != Expected.NOTHING && continues()) {}
    if (expected == Expected.NOTHING && from != to) {
      throw new ProtocolException("bytes after the answer");
    }
    return expected == Expected.NOTHING;
  }

  /** Returns whether no byte of the response has been received. */
  boolean hasNotBegun() {
    return expected == Expected.STATUS && to == 0;
  }

  /** Returns the status of the complete response. */
  int status() {
    return status;
  }

  /** Returns whether the connection can be used after this response. */
  boolean staysOpen() {
    return staysOpen;
  }

  /** Parses the next element; returns false if that needs more bytes. */
  private boolean continues() throws ProtocolException {
    return switch (expected) {
      case BODY, CHUNK, CHUNK_END -> takesAll();
      default -> takesLine();
    };
  }

  private boolean takesLine() throws ProtocolException {
    if (!findLine()) {
      if (to == buffer.length && (from == 0 || headBytes > MAX_HEAD)) {
        throw new ProtocolException(
            "the answer's head is longer than %d bytes, or a line of it than %d"
                .formatted(MAX_HEAD, BUFFER));
      } else if (to == buffer.length) {
        headBytes += from;
        makeRoom();
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

  /** Finds the next line and moves {@code from} to its end. */
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
            && Arrays.equals(buffer, begin, begin + 6, VERSION, 0, 6)
            && buffer[begin + 8] == ' ';
    status = http ? (int) ascii.number(begin + 9, begin + 12) : -1;
    if (status < 100 || status > 599) {
      throw new ProtocolException("no status line of HTTP/1.1");
    }
    staysOpen = buffer[begin + 7] == '1';
    isClosing = false;
    length = NO_LENGTH;
    isCoded = false;
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
    if (answer != null && status >= INTERIM) {
      answer.header(buffer, begin, end);
    }
    int first = buffer[begin] | 0x20;
    if (first == 'c' && isNamed("content-length")) {
      contentLength(value("content-length"), end);
    } else if (first == 't' && isNamed("transfer-encoding")) {
      isCoded = true;
      chunked = ascii.isLast(value("transfer-encoding"), end, "chunked");
    } else if (first == 'c' && isNamed("connection")) {
      int options = value("connection");
      if (ascii.contains(options, end, "close")) {
        staysOpen = false;
      } else if (!isClosing && ascii.contains(options, end, "keep-alive")) {
        staysOpen = true;
      }
      isClosing |= !staysOpen;
    }
  }

  /**
   * Reads a length, which may be repeated: as a list or as several headers (RFC 9110, 8.6).
   *
   * @throws ProtocolException if it is not a number, or two lengths differ
   */
  private void contentLength(int begin, int end) throws ProtocolException {
    int from = begin;
    while (from <= end) {
      int comma = ascii.comma(from, end);
      long next = ascii.number(from, comma);
      if (next < 0 || (length != NO_LENGTH && length != next)) {
        throw new ProtocolException("Content-Length is not a number");
      }
      length = next;
      from = comma + 1;
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
      left = isCoded || length == NO_LENGTH ? TO_THE_END : length;
      staysOpen &= left != TO_THE_END;
      expected = left == 0 ? Expected.NOTHING : Expected.BODY;
    }
  }

  /**
   * Consumes a piece of the body, or the line end after a chunk; returns false if more bytes are
   * needed.
   */
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

  /** Discards the parsed bytes to make room. */
  private void makeRoom() {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    searched = 0;
  }

  /** Returns whether the line is a header with this name, which is given in lower case. */
  private boolean isNamed(String name) {
    int colon = lineBegin + name.length();
    return colon < lineEnd && buffer[colon] == ':' && ascii.startsWith(lineBegin, colon, name);
  }

  /** Returns the start of a header's value, after its name and blanks. */
  private int value(String name) {
    return ascii.afterBlanks(lineBegin + name.length() + 1, lineEnd);
  }
}
