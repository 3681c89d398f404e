package io.perfline.recorder.core;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamReadException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * Decodes a string in base64 from where it stands in the body, without making characters of it
 * first: data is most of a message.
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
   * Decodes what stands there, without copying it first.
   *
   * @throws IllegalArgumentException when it is not base64
   */
  static byte[] decode(byte[] body, int from, int to) {
    ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(body, from, to - from));
    byte[] bytes = decoded.array();
    return bytes.length == decoded.limit() ? bytes : Arrays.copyOf(bytes, decoded.limit());
  }
}
