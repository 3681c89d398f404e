package io.perfline.gate.report;

import io.perfline.gate.trend.CaseTrend;
import java.util.List;
import java.util.Locale;

/**
 * The course of a figure over runs, as small as a word (Tufte, Beautiful Evidence): a line, its
 * last point marked, and a dashed line where it usually lies.
 */
final class Sparkline {

  private static final int WIDTH = 160;
  private static final int HEIGHT = 32;
  private static final int MARGIN = 4;

  private Sparkline() {}

  /**
   * @param trend with two runs at least
   */
  static Drawing of(CaseTrend trend) {
    List<Double> values = trend.recent();
    double least = values.stream().mapToDouble(v -> v).min().orElseThrow();
    double most = values.stream().mapToDouble(v -> v).max().orElseThrow();
    StringBuilder points = new StringBuilder();
    String last = "";
    for (int i = 0; i < values.size(); i++) {
      double x = MARGIN + (WIDTH - 2.0 * MARGIN) * i / (values.size() - 1);
      double y = height(values.get(i), least, most);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      last =
          String.format(
              Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#b3261e\"/>", x, y);
    }
    String usual = "";
    if (trend.usual() != null && trend.usual() >= least && trend.usual() <= most) {
      double y = height(trend.usual(), least, most);
      usual =
          String.format(
              Locale.ROOT,
              "<path d=\"M0 %.1fH%d\" stroke=\"#5b626e\" stroke-dasharray=\"3 3\"/>",
              y,
              WIDTH);
    }
    String description =
        "%s of %s in %d runs, from %s to %s"
            .formatted(
                Labels.metric(trend.metric()),
                trend.caseName(),
                values.size(),
                NumberFormats.with(least, trend.unit()),
                NumberFormats.with(most, trend.unit()));
    String svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">"
                .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT)
            + usual
            + "<polyline points=\"%s\" fill=\"none\" stroke=\"#0b57d0\" stroke-width=\"1.5\"/>"
                .formatted(points.toString().trim())
            + last
            + "</svg>";
    return new Drawing(
        Drawing.fileName("trend", trend.caseName() + "-" + trend.target()), description, svg);
  }

  private static double height(double value, double least, double most) {
    double share = most > least ? (value - least) / (most - least) : 0.5;
    return HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share;
  }
}
