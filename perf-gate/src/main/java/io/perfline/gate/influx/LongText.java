package io.perfline.gate.influx;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Splits an ASCII text that may be longer than a field. InfluxDB 1.x allows 64 KiB per field, which
 * a wide histogram in base64 can exceed. Truncating or coarsening it would lose measured values, so
 * it continues in further fields: {@code histogram}, {@code histogram_2}, {@code histogram_3} …
 */
public final class LongText {

  /** The maximum length of a part, just below the documented limit. */
  public static final int PART = 64 * 1024 - 1;

  private LongText() {}

  /** Splits a text into fields, in order. Only very long texts need more than one field. */
  static Map<String, String> split(String field, String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put(field, text.substring(0, Math.min(PART, text.length())));
    for (int from = PART; from < text.length(); from += PART) {
      parts.put(
          field(field, parts.size() + 1),
          text.substring(from, Math.min(from + PART, text.length())));
    }
    return parts;
  }

  /**
   * Joins a text that was split into fields.
   *
   * @param read returns the text of a field, which is empty if there is none
   */
  static String join(String field, UnaryOperator<String> read) {
    StringBuilder text = new StringBuilder(read.apply(field));
    String part = read.apply(field(field, 2));
    for (int next = 3; !part.isEmpty(); next++) {
      text.append(part);
      part = read.apply(field(field, next));
    }
    return text.toString();
  }

  /** Returns a regular expression of InfluxQL that matches all fields of a text. */
  public static String columns(String field) {
    return "/^%s(_\\d+)?$/".formatted(field);
  }

  private static String field(String first, int part) {
    return first + "_" + part;
  }
}
