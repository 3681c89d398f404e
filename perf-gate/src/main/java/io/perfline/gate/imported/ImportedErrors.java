package io.perfline.gate.imported;

import io.perfline.core.command.OutsideText;
import java.util.HashMap;
import java.util.Map;

/** What tools say of failures, made short enough to be counted by kind. */
final class ImportedErrors {

  private static final int LONGEST = 80;
  private static final String NO_HTTP = "Non HTTP response code: ";

  private final Map<String, String> words = new HashMap<>();

  /** {@code HTTP 500}, a class without its package, else what was said. */
  String of(String code, String message) {
    if (code.matches("[1-5][0-9]{2}") && !code.startsWith("2")) {
      return "HTTP " + code;
    }
    if (code.startsWith(NO_HTTP)) {
      return code.substring(Math.max(NO_HTTP.length(), code.lastIndexOf('.') + 1));
    }
    if (message.isEmpty() || message.equals("OK")) {
      return code.isEmpty() || code.startsWith("2") ? "assertion failed" : of(code);
    }
    return of(message);
  }

  /** Without what differs from one failure to the next. */
  String of(String message) {
    if (words.size() > 10_000) {
      words.clear();
    }
    return words.computeIfAbsent(message, ImportedErrors::kind);
  }

  private static String kind(String message) {
    String text = OutsideText.line(message, LONGEST);
    return text.isEmpty() ? "failed" : text;
  }
}
