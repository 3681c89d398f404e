package io.perfline.sims.driver.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Set;

/**
 * Translates a request from the form of HTTP/1.1. Headers that are equal to those of the previous
 * request are not translated again.
 */
final class Http2Request extends OutputStream {

  private static final AsciiString HOST = AsciiString.cached("host");

  /** Headers that apply to a connection, which HTTP/2 does not allow (RFC 9113, 8.2.2). */
  private static final Set<AsciiString> OF_CONNECTION =
      Set.of(
          AsciiString.cached("connection"),
          AsciiString.cached("keep-alive"),
          AsciiString.cached("proxy-connection"),
          AsciiString.cached("transfer-encoding"),
          AsciiString.cached("upgrade"));

  private static final byte[] HEAD_END = "\r\n\r\n".getBytes(US_ASCII);

  private final AsciiString scheme;
  private byte[] head = {};
  private Http2Headers headers;
  private ByteBuf body = Unpooled.EMPTY_BUFFER;

  Http2Request(boolean tls) {
    scheme = AsciiString.cached(tls ? "https" : "http");
  }

  @Override
  public void write(int one) {
    throw new UnsupportedOperationException("a request is written at once");
  }

  /** Takes a request, whose bytes must not change until it is answered. */
  @Override
  public void write(byte[] request, int begin, int length) {
    int end = begin + length;
    int bodyBegin = end(request, begin, end);
    if (!Arrays.equals(request, begin, bodyBegin, head, 0, head.length)) {
      head = Arrays.copyOfRange(request, begin, bodyBegin);
      headers = read();
    }
    body =
        bodyBegin == end
            ? Unpooled.EMPTY_BUFFER
            : Unpooled.wrappedBuffer(request, bodyBegin, end - bodyBegin);
  }

  Http2Headers headers() {
    return headers;
  }

  boolean hasBody() {
    return body.isReadable();
  }

  /** Returns the body; it can be called again to resend the body. */
  ByteBuf body() {
    return body.retainedDuplicate();
  }

  private static int end(byte[] request, int begin, int end) {
    for (int at = begin; at <= end - HEAD_END.length; at++) {
      if (request[at] == '\r'
          && request[at + 1] == '\n'
          && request[at + 2] == '\r'
          && request[at + 3] == '\n') {
        return at + HEAD_END.length;
      }
    }
    throw new IllegalArgumentException("a request without the end of its headers");
  }

  private Http2Headers read() {
    int methodEnd = find(' ', 0);
    int pathEnd = find(' ', methodEnd + 1);
    Http2Headers read =
        new DefaultHttp2Headers(false)
            .method(new AsciiString(head, 0, methodEnd, false))
            .scheme(scheme)
            .path(new AsciiString(head, methodEnd + 1, pathEnd - methodEnd - 1, false));
    int at = find('\n', pathEnd) + 1;
    while (head[at] != '\r') {
      int lineEnd = find('\r', at);
      int colon = find(':', at);
      AsciiString name = new AsciiString(head, at, colon - at, true).toLowerCase();
      AsciiString value = new AsciiString(head, colon + 1, lineEnd - colon - 1, false).trim();
      if (name.equals(HOST)) {
        read.authority(value);
      } else if (!OF_CONNECTION.contains(name)) {
        read.add(name, value);
      }
      at = lineEnd + 2;
    }
    return read;
  }

  private int find(char wanted, int from) {
    int at = from;
    while (head[at] != wanted) {
      at++;
    }
    return at;
  }
}
