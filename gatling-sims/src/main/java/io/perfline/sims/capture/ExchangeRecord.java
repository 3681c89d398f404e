package io.perfline.sims.capture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.perfline.sims.driver.http.CapturedExchange;
import io.perfline.sims.driver.http.ContentCoding;
import io.perfline.sims.driver.http.HeaderText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Turns exchanges into their stored form, in which secrets are masked. */
final class ExchangeRecord {

  private static final String TYPE = "Content-Type";
  private static final String ENCODING = "Content-Encoding";
  private static final String MARK = "\uFEFF";

  private final SecretMask mask;
  private final boolean allBodies;
  private final AtomicLong bodiesLeftOut = new AtomicLong();

  /**
   * @param allBodies whether to store even bodies of types in which secrets cannot be masked
   */
  ExchangeRecord(SecretMask mask, boolean allBodies) {
    this.mask = mask;
    this.allBodies = allBodies;
  }

  /** Returns the number of requests that were stored without their bodies. */
  long bodiesLeftOut() {
    return bodiesLeftOut.get();
  }

  /** Returns the first line of a request, as it may be shown. */
  String shown(String line) {
    return mask.target(line);
  }

  /**
   * @param target the path and query, with one character per byte
   */
  CapturedExchange of(
      long connection,
      long atMicros,
      long tookMicros,
      String target,
      FullHttpRequest request,
      FullHttpResponse answer) {
    byte[] body = ByteBufUtil.getBytes(request.content());
    byte[] content = ByteBufUtil.getBytes(answer.content());
    String type = request.headers().get(TYPE, "null");
    Charset charset = HeaderText.charset(type);
    String masked =
        body.length == 0 ? null : masked(body, type, charset, coding(request.headers()));
    boolean whole = masked != null || body.length == 0;
    String text = whole ? masked : allBodies ? text(body, charset) : null;
    if (!whole && !allBodies) {
      bodiesLeftOut.incrementAndGet();
    }
    boolean utf8 = isUtf8(target, request.headers());
    return new CapturedExchange(
        atMicros,
        connection,
        request.method().name(),
        mask.target(utf8 ? utf8(target) : target),
        mask.headers(headers(request.headers(), utf8)),
        utf8 ? null : ISO_8859_1.name(),
        text,
        text == null || charset.equals(UTF_8) ? null : charset.name(),
        !whole && allBodies && text == null ? Base64.getEncoder().encodeToString(body) : null,
        whole || allBodies ? null : type,
        answer.status().code(),
        mask.headers(headers(answer.headers(), isUtf8("", answer.headers()))),
        answer(content, answer.headers()),
        tookMicros);
  }

  private String answer(byte[] content, HttpHeaders headers) {
    String type = headers.get(TYPE, "");
    String json = json(content, type, HeaderText.charset(type), coding(headers));
    return json == null || !json.startsWith(MARK) ? json : json.substring(1);
  }

  private static boolean isUtf8(String target, HttpHeaders headers) {
    return utf8(target) != null
        && headers.entries().stream().allMatch(header -> utf8(header.getValue()) != null);
  }

  /** Returns the text of UTF-8 bytes, which are given as characters; null if they are not UTF-8. */
  private static String utf8(String bytes) {
    byte[] all = bytes.getBytes(ISO_8859_1);
    return HeaderText.utf8(all, 0, all.length);
  }

  /** Returns the values of headers by their names, of which the first form counts. */
  private static Map<String, List<String>> headers(HttpHeaders headers, boolean utf8) {
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach(
        header ->
            all.computeIfAbsent(header.getKey(), name -> new ArrayList<>())
                .add(utf8 ? utf8(header.getValue()) : header.getValue()));
    return all;
  }

  private static String coding(HttpHeaders headers) {
    return headers.get(ENCODING, ContentCoding.NONE).toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a body with its secrets masked; null if secrets cannot be found in a body of this type.
   */
  private String masked(byte[] body, String type, Charset charset, String coding) {
    if (!coding.equals(ContentCoding.NONE)) {
      return null;
    }
    String text = text(body, charset);
    return text != null
            && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")
        ? mask.form(text)
        : json(body, type, charset, coding);
  }

  /** Returns JSON with its secrets masked; null if the content is not JSON. */
  private String json(byte[] content, String type, Charset charset, String coding) {
    if (content.length == 0
        || !type.toLowerCase(Locale.ROOT).matches("application/(.+\\+)?json.*")) {
      return null;
    }
    try {
      byte[] decoded = ContentCoding.decode(coding, content, CapturedExchange.MAX_BYTES);
      String text = text(decoded, charset);
      if (text == null) {
        return null;
      }
      return text.startsWith(MARK) ? MARK + mask.json(text.substring(1)) : mask.json(text);
    } catch (JsonProcessingException notJson) {
      return null;
    } catch (IOException unknownCoding) {
      return null;
    }
  }

  /** Returns the text of bytes in a charset; null if the text would not be sent as these bytes. */
  private static String text(byte[] bytes, Charset charset) {
    if (charset == null || !charset.canEncode()) {
      return null;
    }
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return Arrays.equals(text.getBytes(charset), bytes) ? text : null;
    } catch (CharacterCodingException binary) {
      return null;
    }
  }
}
