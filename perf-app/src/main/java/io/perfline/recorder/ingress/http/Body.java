package io.perfline.recorder.ingress.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import javax.servlet.http.HttpServletRequest;

/** The body of a request, read whole into memory that was reserved for it before. */
final class Body {

  private Body() {}

  /**
   * Returns the most bytes that reading the body needs.
   *
   * @throws ProblemException if its length is given and above the limit
   */
  static int length(HttpServletRequest request, int maxBytes) throws ProblemException {
    String given = request.getHeader("Content-Length");
    int length = request.getContentLength();
    if (length > maxBytes || (given != null && length < 0)) {
      throw new ProblemException(above(maxBytes));
    }
    return length < 0 ? maxBytes : length;
  }

  static byte[] read(HttpServletRequest request, int maxBytes)
      throws IOException, ProblemException {
    int length = request.getContentLength();
    InputStream in = request.getInputStream();
    if (length < 0) {
      return readChunks(in, maxBytes);
    }
    byte[] body = new byte[length];
    int read = in.readNBytes(body, 0, length);
    if (read < length) {
      throw new ProblemException(
          Problem.badRequest("the body ends after " + read + " of " + length + " bytes"));
    }
    return body;
  }

  private static byte[] readChunks(InputStream in, int maxBytes)
      throws IOException, ProblemException {
    byte[] body = new byte[Math.min(maxBytes, 8192)];
    int length = 0;
    int read = in.read(body, 0, body.length);
    while (read >= 0) {
      length += read;
      if (length == body.length) {
        if (length >= maxBytes) {
          if (in.read() >= 0) {
            throw new ProblemException(above(maxBytes));
          }
          return body;
        }
        body = Arrays.copyOf(body, (int) Math.min(maxBytes, 2L * body.length));
      }
      read = in.read(body, length, body.length - length);
    }
    return Arrays.copyOf(body, length);
  }

  private static Problem above(int maxBytes) {
    return Problem.tooLarge("a body may have at most " + maxBytes + " bytes");
  }
}
