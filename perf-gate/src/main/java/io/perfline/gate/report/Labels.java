package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.gate.text.ValueText;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Formats outcomes, values and intervals. */
final class Labels {

  private Labels() {}

  /** Writes an outcome as a sign and a word, so that it is readable without colour. */
  static void outcome(HtmlBuilder html, Outcome outcome) {
    html.element("span", sign(outcome) + " " + outcome.id(), "class", "word " + style(outcome));
  }

  static String sign(Outcome outcome) {
    return switch (outcome) {
      case PASS -> "✓";
      case WARN -> "!";
      case FAIL -> "✗";
      case INVALID -> "?";
      case NOT_IN_PROFILE -> "·";
    };
  }

  /** Returns the CSS class in {@code report.css}. */
  static String style(Outcome outcome) {
    return outcome == Outcome.NOT_IN_PROFILE ? "none" : outcome.id().toLowerCase(Locale.ROOT);
  }

  static String value(Line line) {
    if (line.value() == null) {
      return "not measured";
    }
    return line.relative() ? signed(line, line.value()) : ValueText.shown(line);
  }

  /**
   * Returns the used share of an absolute limit, such as {@code 84 %}; it is above 100 % if the
   * limit is exceeded. The text is empty if there is no such limit.
   */
  static String limitShare(Line line) {
    OptionalDouble limit = line.bound();
    if (line.relative() || line.value() == null || limit.isEmpty()) {
      return "";
    }
    double share = line.value() / limit.getAsDouble();
    double used = line.limited().isUpper() ? share : 1 / share;
    return Double.isFinite(used) ? FigureFormat.withUnit(100 * used, "%", 100) : "";
  }

  /** Returns a line's confidence level and method, such as {@code 99 %, Hodges-Lehmann}. */
  static String method(Line line) {
    ConfidenceInterval interval = line.interval();
    return FigureFormat.confidence(interval.confidence()) + ", " + interval.method();
  }

  /** Returns the kind of times that the cases measured, capitalized. */
  static String times(List<CaseResult> cases) {
    boolean response = cases.stream().anyMatch(result -> result.responseTime() != null);
    return response ? "Response time" : "Service time";
  }

  /** Returns a readable form of a metric's name in thresholds.yml. */
  static String metric(String word) {
    return word.replace('_', ' ').replace(".", ", ");
  }

  private static String signed(Line line, double value) {
    String number = NumberFormats.with(value, line.unit());
    return line.relative() && value > 0 ? "+" + number : number;
  }
}
