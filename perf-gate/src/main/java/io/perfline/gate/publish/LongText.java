package io.perfline.gate.publish;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An ASCII text that may be longer than a field can hold. InfluxDB 1.x allows 64 KiB in a field,
 * and a wide histogram in base64 can be longer. Cutting it or coarsening it would lose what was
 * measured, so it goes on in further fields: {@code histogram}, {@code histogram_2}, {@code
 * histogram_3} …; put together in that order they are the text again.
 */
final class LongText {

  /** Just below the documented limit. */
  static final int PART = 64 * 1024 - 1;

  private LongText() {}

  /** The fields that hold {@code text}, in order; one for all but the longest. */
  static Map<String, String> split(String field, String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put(field, text.substring(0, Math.min(PART, text.length())));
    for (int from = PART; from < text.length(); from += PART) {
      parts.put(
          field + "_" + (parts.size() + 1),
          text.substring(from, Math.min(from + PART, text.length())));
    }
    return parts;
  }
}
