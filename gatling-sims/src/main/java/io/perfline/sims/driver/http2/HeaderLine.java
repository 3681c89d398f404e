package io.perfline.sims.driver.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.http.Requests;
import java.util.Map;

/** Passes the headers of an answer on as lines, as HTTP/1.1 has them. */
final class HeaderLine {

  private static final byte[] SEPARATOR = {':', ' '};

  private final ByteText line = new ByteText();

  void pass(Http2Headers headers, Requests.AnswerListener answer) {
    for (Map.Entry<CharSequence, CharSequence> header : headers) {
      if (header.getKey().charAt(0) != ':') {
        line.clear();
        add(header.getKey());
        line.add(SEPARATOR);
        add(header.getValue());
        answer.header(line.bytes(), 0, line.length());
      }
    }
  }

  private void add(CharSequence text) {
    if (text instanceof AsciiString bytes) {
      line.add(bytes.array(), bytes.arrayOffset(), bytes.length());
    } else {
      line.add(text.toString());
    }
  }
}
