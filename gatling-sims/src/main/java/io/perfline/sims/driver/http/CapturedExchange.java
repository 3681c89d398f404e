package io.perfline.sims.driver.http;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.perfline.core.command.Secrets;
import io.perfline.core.file.Json;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A recorded request with its response, which is one line of a recording. Secrets are masked.
 *
 * @param atMicros the start of the request, in microseconds after the start of the recording
 * @param connection the number of the client's connection, which had one request at a time
 * @param path the path with the query
 * @param body the body of the request; null if there is none, or if it is not a text
 * @param headCharset the charset of path and headers; null for UTF-8
 * @param bodyCharset the charset of the body if it is a text; null for UTF-8
 * @param bodyBase64 the body of the request in base64; null if there is none, or if it is a text
 * @param bodyLeftOut the type of a body that was not stored; null if it was stored
 * @param answer the body of the response if it is JSON; otherwise null
 * @param tookMicros the time from the start of the request to the end of the response, in
 *     microseconds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CapturedExchange(
    @JsonProperty("at_us") long atMicros,
    long connection,
    String method,
    String path,
    Map<String, List<String>> headers,
    @JsonProperty(value = "head_charset", required = false) String headCharset,
    @JsonProperty(value = "body", required = false) String body,
    @JsonProperty(value = "body_charset", required = false) String bodyCharset,
    @JsonProperty(value = "body_base64", required = false) String bodyBase64,
    @JsonProperty(value = "body_left_out", required = false) String bodyLeftOut,
    int status,
    @JsonProperty("answer_headers") Map<String, List<String>> answerHeaders,
    @JsonProperty(value = "answer", required = false) String answer,
    @JsonProperty("took_us") long tookMicros) {

  /** The text that replaces a secret. */
  public static final String MASK = Secrets.MASK;

  /** The maximum length of the body of a request or a response, in bytes. */
  public static final int MAX_BYTES = 8 << 20;

  /** Headers that apply to one connection only, or that each sender sets itself. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "host",
          "connection",
          "content-length",
          "expect",
          "upgrade",
          "http2-settings",
          "transfer-encoding",
          "keep-alive",
          "te",
          "trailer");

  /** Writes an exchange as one line, without the line end. */
  public static final ObjectWriter WRITER =
      Json.MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT);

  static final ObjectReader READER =
      Json.MAPPER
          .readerFor(CapturedExchange.class)
          .without(
              com.fasterxml.jackson.databind.DeserializationFeature
                  .FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .without(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Returns whether a header must not be sent over another connection. */
  public static boolean isOfConnection(String header) {
    return OF_CONNECTION.contains(header.toLowerCase(Locale.ROOT));
  }

  /** Returns the body of the request; empty if there is none. */
  @JsonIgnore
  byte[] content() {
    if (bodyBase64 != null) {
      return Base64.getDecoder().decode(bodyBase64);
    }
    return body == null ? new byte[0] : body.getBytes(charset(bodyCharset));
  }

  /** Returns bytes of the request's head: of its path, or of a header. */
  @JsonIgnore
  byte[] head(String text) {
    return text.getBytes(charset(headCharset));
  }

  private static Charset charset(String name) {
    return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
  }

  private boolean hasCharsets() {
    try {
      var unused = List.of(charset(headCharset), charset(bodyCharset));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private boolean hasTarget() {
    return path.matches("[^\\x00-\\x20\\x7f]+") && (path.startsWith("/") || path.equals("*"));
  }

  /** Returns the reason why the exchange cannot be replayed; null if it can. */
  @JsonIgnore
  String fault() {
    if (method == null || path == null || headers == null || !hasTarget()) {
      return "it has no method, path or headers";
    } else if (atMicros < 0 || status < 100 || status > 599) {
      return "its time or its status is invalid";
    } else if (!hasCharsets()) {
      return "a charset of it is not known";
    } else if (bodyLeftOut != null) {
      return "its body of the type '%s' is not in the recording: record with --all-bodies"
          .formatted(bodyLeftOut);
    }
    return null;
  }
}
