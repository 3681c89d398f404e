package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Page times by number of users, both logarithmic; only levels that were stable. */
final class CapacityChart {

  private static final double[] PERCENTILES = {50, 95};

  private CapacityChart() {}

  /** Empty when there is no line to be drawn. */
  static Optional<Drawing> of(CaseResult result) {
    List<Level> levels =
        result.levels().stream()
            .filter(level -> level.problems().isEmpty() && level.pageTime().count() > 0)
            .sorted(Comparator.comparingInt(Level::users))
            .toList();
    if (levels.size() < 2) {
      return Optional.empty();
    }
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    for (double percentile : PERCENTILES) {
      int index = data.getSeriesCount();
      data.addSeries(line(levels, percentile));
      renderer.setSeriesPaint(index, Palette.series(index));
      renderer.setSeriesStroke(index, Palette.stroke(index));
    }
    return Optional.of(
        Drawing.of(
            Drawing.fileName("capacity", result.name() + "-" + result.target()),
            "Page time by number of users, " + Curves.label(result),
            ChartFrame.framed(
                ChartFrame.plot(
                    data,
                    new DecadeAxis("users", NumberFormats::plain, 2),
                    new DecadeAxis("page time, ms", NumberFormats::plain, 1),
                    renderer))));
  }

  private static XYSeries line(List<Level> levels, double percentile) {
    XYSeries series = new XYSeries("p" + NumberFormats.plain(percentile));
    for (Level level : levels) {
      double us = level.pageTime().percentileUs(percentile);
      series.add(Math.log10(level.users()), Math.log10(Math.max(us, 1) / 1000));
    }
    return series;
  }
}
