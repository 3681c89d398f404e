package io.perfline.sims.driver.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.project.GrpcStatus;
import io.perfline.core.project.ResponseCheck;
import io.perfline.core.project.TextSyntax;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.SessionValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Checks a response and returns the error kind, a short text that is equal for equal errors. */
final class AnswerCheck {

  /**
   * A value that the body must have.
   *
   * @param text the value as JSON
   * @param constant the parsed value; null if it depends on the session
   */
  private record Expected(CompiledText text, JsonNode constant) {

    /**
     * Compares the value with the one found. A text from a template also matches the number that it
     * is.
     */
    boolean matches(JsonNode found, SessionValues session) throws IOException {
      if (constant != null) {
        return found.equals(constant);
      }
      JsonNode wanted = JsonText.first(text.text(session));
      return found.equals(wanted)
          || (wanted.isTextual() && found.isValueNode() && isWritten(wanted.asText(), found));
    }

    private static boolean isWritten(String wanted, JsonNode found) {
      JsonNode number = found.isNumber() ? JsonText.number(wanted) : null;
      return number == null ? found.asText().equals(wanted) : number.equals(found);
    }
  }

  private static final int FIRST_GOOD = 200;
  private static final int FIRST_OTHER = 300;
  private final ResponseCheck expected;
  private final int[] statuses;
  private final CompiledText contains;
  private final byte[] constantText;
  private final Map<String, CompiledText> headers = new HashMap<>();
  private final Map<JsonPointer, Expected> json = new HashMap<>();

  /**
   * @param known the names whose values a session provides
   * @param variables returns the value of a process variable
   */
  AnswerCheck(ResponseCheck expected, Set<String> known, UnaryOperator<String> variables) {
    this.expected = expected;
    statuses = expected.statuses().stream().mapToInt(Integer::intValue).toArray();
    contains = plain(expected.contains(), known, variables);
    constantText =
        contains == null || !contains.isConstant() ? null : contains.bytes(new ByteText(), null);
    expected
        .headers()
        .forEach(
            (name, text) ->
                headers.put(name.toLowerCase(Locale.ROOT), plain(text, known, variables)));
    expected
        .json()
        .forEach(
            (pointer, value) -> {
              CompiledText text = new CompiledText(value, TextSyntax.JSON, known, variables);
              json.put(pointer, new Expected(text, text.isConstant() ? read(text) : null));
            });
  }

  private static CompiledText plain(
      TextTemplate text, Set<String> known, UnaryOperator<String> variables) {
    return text == null ? null : new CompiledText(text, TextSyntax.PLAIN, known, variables);
  }

  private static JsonNode read(CompiledText constant) {
    try {
      return JsonText.whole(constant.text(null));
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

  /** Returns null if the status is correct. */
  String ofStatus(int status) {
    boolean right = statuses.length == 0 && status >= FIRST_GOOD && status < FIRST_OTHER;
    for (int accepted : statuses) {
      right |= accepted == status;
    }
    return right ? null : ErrorKind.of(status);
  }

  /** Returns null if headers and body are correct. */
  String ofContent(Map<String, String> kept, ByteText body, SessionValues session) {
    if (needsHeaders()) {
      for (Map.Entry<String, CompiledText> header : headers.entrySet()) {
        String wanted = header.getValue().text(session);
        if (!kept.getOrDefault(header.getKey(), "").contains(wanted)) {
          return "header " + header.getKey();
        }
      }
    }
    if (!needsBody()) {
      return null;
    }
    if (contains != null && !body.contains(text(session))) {
      return "body lacks a text";
    }
    if (expected.regex() == null && json.isEmpty()) {
      return null;
    }
    String text = body.toString();
    if (expected.regex() != null && !expected.regex().matcher(text).find()) {
      return "body doesn't match";
    }
    return json.isEmpty() ? null : ofJson(text, session);
  }

  /** Returns a line with the result of each check, in the order of the checks. */
  List<String> explain(int status, Map<String, String> kept, ByteText body, SessionValues session) {
    List<String> lines = new ArrayList<>();
    String wanted =
        expected.statuses().isEmpty()
            ? "200 to 299"
            : expected.statuses().stream().map(GrpcStatus::text).toList().toString();
    lines.add(line(ofStatus(status) == null, "status " + GrpcStatus.text(status), wanted));
    headers.forEach(
        (name, text) -> {
          String found = kept.getOrDefault(name, "none");
          String part = text.text(session);
          lines.add(line(found.contains(part), "header " + name + ": " + found, part));
        });
    if (contains != null) {
      lines.add(line(body.contains(text(session)), "body", "to contain " + contains.text(session)));
    }
    if (expected.regex() != null) {
      boolean matches = expected.regex().matcher(body.toString()).find();
      lines.add(line(matches, "body", "to match " + expected.regex()));
    }
    json.forEach((pointer, value) -> lines.add(explain(pointer, value, body, session)));
    return lines;
  }

  private static String explain(
      JsonPointer pointer, Expected value, ByteText body, SessionValues session) {
    String wanted = value.text.text(session);
    try {
      JsonNode found = JsonText.whole(body.toString()).at(pointer);
      String text = found.isMissingNode() ? "nothing" : found.toString();
      return line(value.matches(found, session), "json " + pointer + ": " + text, wanted);
    } catch (IOException e) {
      return line(false, "json " + pointer + ": the body is not JSON", wanted);
    }
  }

  private static String line(boolean right, String found, String wanted) {
    return right ? "ok    " + found : "FAIL  %s, expected %s".formatted(found, wanted);
  }

  private byte[] text(SessionValues session) {
    return constantText == null ? contains.bytes(new ByteText(), session) : constantText;
  }

  private String ofJson(String text, SessionValues session) {
    try {
      JsonNode read = JsonText.whole(text);
      for (Map.Entry<JsonPointer, Expected> one : json.entrySet()) {
        if (!one.getValue().matches(read.at(one.getKey()), session)) {
          return "json " + one.getKey();
        }
      }
      return null;
    } catch (IOException e) {
      return "body is not JSON";
    }
  }
}
