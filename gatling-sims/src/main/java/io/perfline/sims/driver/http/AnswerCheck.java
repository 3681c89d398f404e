package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.project.ResponseCheck;
import io.perfline.sims.driver.ByteText;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Checks an answer and returns the error kind, a few words that are equal for equal errors. */
final class AnswerCheck {

  static final JsonMapper JSON = new JsonMapper();
  private static final int FIRST_GOOD = 200;
  private static final int FIRST_OTHER = 300;
  private final ResponseCheck expected;
  private final byte[] contains;
  private final Map<String, String> headers = new HashMap<>();
  private final Map<JsonPointer, JsonNode> json = new HashMap<>();

  AnswerCheck(ResponseCheck expected) {
    this.expected = expected;
    contains = expected.contains() == null ? null : expected.contains().getBytes(UTF_8);
    expected.headers().forEach((name, text) -> headers.put(name.toLowerCase(Locale.ROOT), text));
    expected.json().forEach((pointer, value) -> json.put(pointer, asRead(value)));
  }

  /** Returns a value in the form in which answers are read, so that numbers compare equal. */
  private static JsonNode asRead(JsonNode value) {
    try {
      return JSON.readTree(value.toString());
    } catch (IOException e) {
      throw new IllegalStateException("a node writes what can be read", e);
    }
  }

  boolean needsBody() {
    return expected.needsBody();
  }

  boolean needsHeaders() {
    return !headers.isEmpty();
  }

  /** Returns null if the status is right. */
  String ofStatus(int status) {
    boolean right =
        expected.status() == 0
            ? status >= FIRST_GOOD && status < FIRST_OTHER
            : status == expected.status();
    return right ? null : ErrorKind.of(status);
  }

  /** Returns null if headers and body are right. */
  String ofContent(Map<String, String> kept, ByteText body) {
    if (needsHeaders()) {
      for (Map.Entry<String, String> header : headers.entrySet()) {
        if (!kept.getOrDefault(header.getKey(), "").contains(header.getValue())) {
          return "header " + header.getKey();
        }
      }
    }
    if (!needsBody()) {
      return null;
    }
    if (contains != null && !body.contains(contains)) {
      return "body lacks a text";
    }
    if (expected.regex() == null && json.isEmpty()) {
      return null;
    }
    String text = body.toString();
    if (expected.regex() != null && !expected.regex().matcher(text).find()) {
      return "body doesn't match";
    }
    return json.isEmpty() ? null : ofJson(text);
  }

  private String ofJson(String text) {
    try {
      JsonNode read = JSON.readTree(text);
      for (Map.Entry<JsonPointer, JsonNode> one : json.entrySet()) {
        if (!read.at(one.getKey()).equals(one.getValue())) {
          return "json " + one.getKey();
        }
      }
      return null;
    } catch (IOException e) {
      return "body is not JSON";
    }
  }
}
