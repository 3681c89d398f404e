package io.perfline.recorder.core;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamReadException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * Decodes base64 strings directly from the bytes of a body, without creating a string first,
 * because data is most of a message.
 */
final class Base64Text {

  private Base64Text() {}

  /** Decodes the string that is the parser's current token. */
  static byte[] decode(JsonParser parser, byte[] body)
      throws IOException, MalformedMessageException {
    int start = (int) parser.currentTokenLocation().getByteOffset() + 1;
    int end = start;
    while (end < body.length && body[end] != '"' && body[end] != '\\') {
      end++;
    }
    try {
      if (end == body.length || body[end] == '\\') {
        return parser.getBinaryValue(); // has escapes, such as \/
      }
      return decode(body, start, end);
    } catch (IllegalArgumentException | StreamReadException e) {
      throw new MalformedMessageException("data is not base64: " + e.getMessage());
    }
  }

  /**
   * Decodes a range of the body without copying it first.
   *
   * @param from the first index
   * @param to the index after the last one
   * @throws IllegalArgumentException if the range is not base64
   */
  static byte[] decode(byte[] body, int from, int to) {
    ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(body, from, to - from));
    byte[] bytes = decoded.array();
    return bytes.length == decoded.limit() ? bytes : Arrays.copyOf(bytes, decoded.limit());
  }
}
