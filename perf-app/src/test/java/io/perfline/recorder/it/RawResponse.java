package io.perfline.recorder.it;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** An HTTP response as read from a socket. */
record RawResponse(int status, String head, byte[] body) {

  static RawResponse read(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < 4 || !text.substring(text.length() - 4).equals("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("closed after '" + text + "'");
      }
      text.append((char) next);
    }
    String head = text.toString();
    int status = Integer.parseInt(head.substring(9, 12));
    return new RawResponse(status, head, body(in, head.toLowerCase(Locale.ROOT), status));
  }

  private static byte[] body(InputStream in, String head, int status) throws IOException {
    if (status == 204 || status == 304 || status == 100) {
      return new byte[0];
    }
    if (head.contains("transfer-encoding: chunked")) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      int size = chunk(in);
      while (size > 0) {
        all.write(in.readNBytes(size));
        in.readNBytes(2);
        size = chunk(in);
      }
      in.readNBytes(2);
      return all.toByteArray();
    }
    int at = head.indexOf("content-length: ");
    if (at < 0) {
      return in.readAllBytes();
    }
    int from = at + "content-length: ".length();
    return in.readNBytes(Integer.parseInt(head.substring(from, head.indexOf('\r', from)).trim()));
  }

  private static int chunk(InputStream in) throws IOException {
    StringBuilder size = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      size.append((char) next);
      next = in.read();
    }
    return Integer.parseInt(size.toString().trim(), 16);
  }

  @Override
  public String toString() {
    return head + new String(body, StandardCharsets.UTF_8);
  }
}
