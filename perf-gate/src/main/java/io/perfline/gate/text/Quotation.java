package io.perfline.gate.text;

import io.perfline.core.command.OutsideText;
import java.util.List;

/** Reasons that end with lines of a program's output. */
final class Quotation {

  /** The maximum number of characters of a program's output in a sentence. */
  private static final int MAX_QUOTED = 200;

  private Quotation() {}

  /** Returns the sentence before the output. */
  static String before(String reason) {
    return reason.replaceFirst("(?s):?\\R.*", "");
  }

  /** Returns the sentence, with a mark if output follows it. */
  static String shortened(String reason) {
    return reason.replaceFirst("(?s):?\\R.*", " …");
  }

  /** Returns the last lines of the output; none if there is no output. */
  static List<String> last(String reason, int count) {
    List<String> output = reason.lines().skip(1).map(String::strip).toList();
    return output.subList(Math.max(0, output.size() - count), output.size());
  }

  /** Returns the first line, and the last one of an output, shortened, on one line. */
  static String inOneLine(String reason) {
    List<String> all = reason.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    return all.size() < 2
        ? reason
        : all.get(0) + " " + OutsideText.line(all.get(all.size() - 1), MAX_QUOTED);
  }
}
