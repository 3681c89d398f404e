package io.perfline.gate.report;

import io.perfline.gate.text.ValueText;
import io.perfline.gate.verdict.Line;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Draws the value and the interval of a line, with its limit, on a scale that includes zero. A
 * value without an interval becomes a bar that begins at zero. All positions are shares of the
 * width, so the picture fits every screen while its text keeps its size.
 */
final class IntervalBar {

  private static final double MARGIN = 0.06;

  /** The share of a phone's width that half a label may take. */
  private static final double EDGE = 0.3;

  private final Line line;
  private final double limit;
  private final double low;
  private final double high;
  private final double from;
  private final double to;

  private IntervalBar(Line line, double limit) {
    this.line = line;
    this.limit = limit;
    boolean none = line.interval() == null;
    Double lower = none ? Double.valueOf(0) : line.interval().low();
    Double upper = none ? line.value() : line.interval().high();
    double[] known =
        DoubleStream.of(0, limit, line.value(), number(lower), number(upper))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    double room = MARGIN * Math.max(known[known.length - 1] - known[0], Double.MIN_NORMAL);
    from = known[0] - room;
    to = known[known.length - 1] + room;
    double left = lower == null ? from : lower;
    double right = upper == null ? to : upper;
    low = Math.min(left, right); // a negative value without an interval
    high = Math.max(left, right);
  }

  private static double number(Double value) {
    return value == null ? Double.NaN : value;
  }

  /** Draws the line, unless it has no value, or no limit in the unit of the value. */
  static void write(HtmlBuilder html, Line line) {
    if (line.value() != null && line.bound().isPresent()) {
      new IntervalBar(line, line.bound().getAsDouble()).write(html);
    }
  }

  private void write(HtmlBuilder html) {
    String measured = ValueText.measured(line);
    String text =
        "%s: %s, limit %s".formatted(Labels.metric(line.metric()), measured, line.limit());
    html.open("svg", "class", "bar", "width", "100%", "height", "62", "role", "img")
        .element("title", text);
    html.open("rect", "class", "interval", "x", share(low), "y", "24", "width", width())
        .close("rect");
    html.open("circle", "class", "value", "cx", share(line.value()), "cy", "32", "r", "5")
        .close("circle");
    upright(html, "zero", 0, "20", "44");
    upright(html, "limit", limit, "18", "46");
    boolean right = place(0) > 0.5;
    html.element(
        "text",
        "0",
        "class",
        "zero",
        "x",
        share(0),
        "y",
        "36",
        "dx",
        right ? "5" : "-5",
        "text-anchor",
        right ? "start" : "end");
    label(html, "limit", limit, limit, "13", "limit " + line.limit());
    boolean interval = line.interval() != null;
    label(
        html,
        "value",
        interval ? low : line.value(),
        interval ? high : line.value(),
        "58",
        measured);
    html.close("svg");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * share);
  }

  private double place(double value) {
    return (value - from) / (to - from);
  }

  private String share(double value) {
    return percent(place(value));
  }

  private String width() {
    return percent((high - low) / (to - from));
  }

  private void upright(HtmlBuilder html, String style, double value, String top, String bottom) {
    String x = share(value);
    html.open("line", "class", style, "x1", x, "x2", x, "y1", top, "y2", bottom).close("line");
  }

  /**
   * Writes text centred between two places, or aligned with one of them where centred text would
   * not fit on a phone.
   */
  private void label(
      HtmlBuilder html, String style, double left, double right, String y, String text) {
    double middle = (place(left) + place(right)) / 2;
    String anchor = middle < EDGE ? "start" : middle > 1 - EDGE ? "end" : "middle";
    double share = middle < EDGE ? place(left) : middle > 1 - EDGE ? place(right) : middle;
    html.element("text", text, "class", style, "x", percent(share), "y", y, "text-anchor", anchor);
  }
}
