package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseParserTest {

  private static final String TWO =
      "HTTP/1.1 200 OK\r\nServer: x\r\ncontent-length:  5 \r\n\r\nhello";

  @ParameterizedTest
  @CsvSource({
    "200, true, HTTP/1.1 200 OK|Content-Length: 5||hello",
    "200, true, HTTP/1.1 200 OK|CONTENT-LENGTH:5||hello",
    "201, true, HTTP/1.1 201 |Content-Length: 0||",
    "204, true, HTTP/1.1 204 No Content||",
    "304, true, HTTP/1.1 304 Not Modified|Content-Length: 12||",
    "201, true, HTTP/1.1 100 Continue||HTTP/1.1 201 Created|Content-Length: 0||",
    "200, true, HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|0||",
    "200, true, HTTP/1.1 200 OK|Transfer-Encoding: chunked||5;x=y|hello|a|0123456789|0|Last: 1||",
    "200, false, HTTP/1.1 200 OK|Connection: close|Content-Length: 5||hello",
    "200, false, HTTP/1.1 200 OK|Connection: Close||hello",
    "200, false, HTTP/1.0 200 OK|Content-Length: 5||hello",
  })
  void readsAResponseSplitAtAnyByte(int status, boolean staysOpen, String text) throws IOException {
    byte[] bytes = text.replace("|", "\r\n").getBytes(US_ASCII);
    for (int piece : new int[] {1, 2, 3, 7, bytes.length}) {
      ResponseParser answer = new ResponseParser();
      read(answer, inPieces(bytes, piece));
      assertThat(answer.status()).as("in pieces of %d", piece).isEqualTo(status);
      assertThat(answer.staysOpen()).isEqualTo(staysOpen);
    }
  }

  @Test
  void readsConsecutiveResponses() throws IOException {
    ResponseParser answer = new ResponseParser();
    InputStream two = inPieces((TWO + TWO).getBytes(US_ASCII), TWO.length());
    read(answer, two);
    assertThat(answer.status()).isEqualTo(200);
    read(answer, two);
    assertThat(answer.status()).isEqualTo(200);
    assertThatThrownBy(() -> read(answer, two)).isInstanceOf(EOFException.class);
  }

  @Test
  void readsABodyLargerThanItsBuffer() throws IOException {
    String body = "x".repeat(100_000);
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n" + body + "\r\n0\r\n\r\n")
            .getBytes(US_ASCII);
    for (int piece : new int[] {9_999, 16_384, bytes.length}) {
      ResponseParser answer = new ResponseParser();
      read(answer, inPieces(bytes, piece));
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @Test
  void reportsHeadersAndBodySplitAtAnyByte() throws IOException {
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\nX: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\nLast: 1\r\n\r\n")
            .getBytes(US_ASCII);
    for (int piece = 1; piece <= bytes.length; piece++) {
      StringBuilder events = new StringBuilder();
      ResponseParser answer = new ResponseParser();
      answer.begin(recordingInto(events));
      readOn(answer, inPieces(bytes, piece));
      assertThat(events).hasToString("X: 1|Transfer-Encoding: chunked|abc0123456789abcdef");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/2 200||",
    "HTTP/1.1 2OO OK||",
    "HTTP/1.1 999 What||",
    "HTTP/1.1 200 OK|Content-Length: many||",
    "HTTP/1.1 200 OK|Content-Length: -1||",
    "HTTP/1.1 200 OK|Transfer-Encoding: chunked||hello|0||",
    "HTTP/1.1 200 OK|Content-Length: 3||hello",
  })
  void refusesMalformedResponses(String text) {
    ResponseParser answer = new ResponseParser();
    byte[] bytes = text.replace("|", "\r\n").getBytes(US_ASCII);
    InputStream in = inPieces(bytes, bytes.length);
    assertThatThrownBy(() -> read(answer, in)).isInstanceOf(ProtocolException.class);
  }

  @Test
  void refusesEndlessHeaders() {
    ResponseParser answer = new ResponseParser();
    byte[] bytes = ("HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000)).getBytes(US_ASCII);
    InputStream in = inPieces(bytes, bytes.length);
    assertThatThrownBy(() -> read(answer, in))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("16384");
  }

  private static void read(ResponseParser answer, InputStream in) throws IOException {
    answer.begin(null);
    readOn(answer, in);
  }

  private static void readOn(ResponseParser answer, InputStream in) throws IOException {
    boolean whole = false;
    while (!whole) {
      ByteBuffer room = answer.room();
      whole = answer.received(in.read(room.array(), room.position(), room.remaining()));
    }
  }

  private static Requests.AnswerListener recordingInto(StringBuilder into) {
    return new Requests.AnswerListener() {
      @Override
      public boolean isHeadAlone() {
        return false;
      }

      @Override
      public void header(byte[] bytes, int from, int to) {
        into.append(new String(bytes, from, to - from, US_ASCII)).append('|');
      }

      @Override
      public void body(byte[] bytes, int from, int length) {
        into.append(new String(bytes, from, length, US_ASCII));
      }
    };
  }

  private static InputStream inPieces(byte[] bytes, int size) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] into, int at, int length) {
        return super.read(into, at, Math.min(size, length));
      }
    };
  }
}
