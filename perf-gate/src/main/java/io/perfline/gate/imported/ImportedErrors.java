package io.perfline.gate.imported;

import io.perfline.core.command.OutsideText;
import java.util.HashMap;
import java.util.Map;

/** Shortens error messages, so that failures can be counted by kind. */
final class ImportedErrors {

  private static final int LONGEST = 80;
  private static final String NO_HTTP = "Non HTTP response code: ";

  private final Map<String, String> kinds = new HashMap<>();

  /**
   * Returns the kind of a failure: {@code HTTP 500}, the name of an exception without its package,
   * or otherwise the message.
   */
  String of(String code, String message) {
    if (code.matches("[1-5][0-9]{2}") && !code.startsWith("2")) {
      return "HTTP " + code;
    }
    if (code.startsWith(NO_HTTP)) {
      return of(code.substring(Math.max(NO_HTTP.length(), code.lastIndexOf('.') + 1)));
    }
    if (message.isEmpty() || message.equals("OK")) {
      return code.isEmpty() || code.startsWith("2") ? "assertion failed" : of(code);
    }
    return of(message);
  }

  String of(String message) {
    if (kinds.size() > 10_000) {
      kinds.clear();
    }
    return kinds.computeIfAbsent(message, ImportedErrors::kind);
  }

  private static String kind(String message) {
    String text = OutsideText.line(message, LONGEST);
    return text.isEmpty() ? "failed" : text;
  }
}
