package io.perfline.gate.text;

import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.List;

/** Explains the lines of a threshold in detail. */
public final class Explanation {

  private Explanation() {}

  /** Returns one paragraph for each case to which the threshold applies. */
  public static String of(Verdict verdict, String threshold) {
    List<Line> lines =
        verdict.lines().stream().filter(line -> line.threshold().equals(threshold)).toList();
    if (lines.isEmpty()) {
      return "%n%s was not judged: %s%n".formatted(threshold, verdict.summary());
    }
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> explain(line, text));
    return text.toString();
  }

  private static void explain(Line line, StringBuilder text) {
    text.append(
        "\n%s on %s (%s): %s\n"
            .formatted(line.threshold(), line.caseName(), line.target(), ValueText.outcome(line)));
    append(text, "why", line.reasonWithMethods());
    append(
        text,
        "limit",
        line.warn() == null ? line.limit() : line.limit() + ", warns up to " + line.warn());
    append(text, "measured", "%s %s".formatted(line.metric(), ValueText.measured(line)));
    append(text, "samples", FigureFormat.number(line.samples()) + samplesOf(line));
    if (line.interval() != null) {
      append(
          text,
          "interval",
          "%s at %s confidence"
              .formatted(
                  ValueText.interval(line), FigureFormat.confidence(line.interval().confidence())));
      append(text, "method", line.interval().method());
    }
    BaselineOrigin baseline = line.baseline();
    if (baseline != null) {
      append(text, "baseline", baseline.name() + ": " + ValueText.origin(baseline));
      if (baseline.value() != null) {
        append(text, "its value", FigureFormat.withUnit(baseline.value(), baseline.unit()));
      }
      if (!baseline.runs().isEmpty()) {
        append(text, "its runs", String.join(", ", baseline.runs()));
      }
    }
  }

  private static String samplesOf(Line line) {
    if (line.baseline() == null) {
      return line.metric().equals(Limit.CAPACITY) ? " pages" : " requests";
    }
    return line.comparesPairs() ? " pairs" : " runs";
  }

  private static void append(StringBuilder text, String what, String value) {
    text.append("  %-10s %s\n".formatted(what, value));
  }
}
