package io.perfline.sims.driver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestSequence;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A recorded request, ready to be sent.
 *
 * @param lane the number of the recorded connection
 * @param bytes the complete request
 * @param bodyLength the length of its body in bytes
 * @param status the recorded status of the response
 * @param answer the recorded JSON of the response; null if it is not compared
 */
record ReplayRequest(
    long dueNanos,
    long lane,
    String method,
    String path,
    byte[] bytes,
    int bodyLength,
    int status,
    JsonNode answer)
    implements RequestSequence.Request {

  @Override
  public void sendOver(Connection connection, long number) {
    HttpChannel open = (HttpChannel) connection;
    ((ReplayRequests) open.requests()).send(this);
    open.send(number);
  }

  /**
   * Returns the bytes of a recorded request to a service.
   *
   * @param authorization the value of the header {@code Authorization}; null for none
   * @param scratch a buffer, which is overwritten
   */
  static byte[] bytes(
      CapturedExchange exchange, HttpAddress service, String authorization, ByteText scratch) {
    scratch.clear();
    scratch.add(exchange.method()).add(" ");
    boolean prefixed = !service.path().equals("/") && exchange.path().startsWith("/");
    scratch.add(prefixed ? service.path() : "").add(exchange.head(exchange.path()));
    scratch.add(" HTTP/1.1\r\nHost: ").add(service.authority()).add("\r\n");
    if (authorization != null) {
      header(scratch, "Authorization", authorization);
    }
    for (Map.Entry<String, List<String>> header : exchange.headers().entrySet()) {
      if (!CapturedExchange.isOfConnection(header.getKey())) {
        header.getValue().stream()
            .filter(value -> !value.contains(CapturedExchange.MASK))
            .forEach(value -> header(scratch, header.getKey(), exchange.head(inline(value))));
      }
    }
    byte[] content = exchange.content();
    if (content.length > 0 || !CompiledRequest.WITHOUT_BODY.contains(exchange.method())) {
      header(scratch, "Content-Length", Integer.toString(content.length));
    }
    scratch.add("\r\n").add(content);
    return Arrays.copyOf(scratch.bytes(), scratch.length());
  }

  private static void header(ByteText text, String name, String value) {
    header(text, name, inline(value).getBytes(StandardCharsets.UTF_8));
  }

  private static void header(ByteText text, String name, byte[] value) {
    text.addToHeader(name).add(": ").add(value).add("\r\n");
  }

  /** Returns the value of a header without line ends, which would start another header. */
  private static String inline(String value) {
    return value.replaceAll("[\\x00-\\x1f\\x7f]", " ");
  }

  /** Returns the beginning of the request, for a report. */
  String shown(int maxBytes) {
    return new String(bytes, 0, Math.min(bytes.length, maxBytes), StandardCharsets.UTF_8);
  }
}
