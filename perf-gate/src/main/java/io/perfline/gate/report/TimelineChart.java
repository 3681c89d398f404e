package io.perfline.gate.report;

import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Second;
import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.util.List;
import java.util.Map;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** Draws charts of cases by second. Several runs share one chart and begin at second 0. */
final class TimelineChart {

  private static final float DOT = 3.5f;

  private TimelineChart() {}

  /** Draws the throughput of each second, with one line per run. */
  static Drawing throughput(
      String file, String description, LoadUnit unit, Map<String, List<Second>> runs) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    runs.forEach(
        (name, seconds) -> {
          int index = data.getSeriesCount();
          XYSeries series = new XYSeries(name);
          seconds.forEach(
              second -> series.add(second.index(), second.messages() / second.seconds()));
          data.addSeries(series);
          renderer.setSeriesPaint(index, ChartFrame.series(index));
          renderer.setSeriesStroke(index, ChartFrame.stroke(index));
        });
    return Drawing.of(
        file,
        description,
        ChartFrame.framed(
            ChartFrame.plot(data, seconds(), new NumberAxis(unit.noun() + "s/s"), renderer)));
  }

  /**
   * Draws the mean time of each second as a point, over the band from the shortest to the longest
   * time.
   *
   * @param timed the kind of the times, such as {@code response time}
   */
  static Drawing times(
      String file, String description, String timed, Map<String, List<Second>> runs) {
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    DeviationRenderer renderer = new DeviationRenderer(false, true);
    renderer.setAlpha(0.18f);
    runs.forEach(
        (name, seconds) -> {
          int index = data.getSeriesCount();
          data.addSeries(band(name, seconds));
          renderer.setSeriesPaint(index, ChartFrame.series(index));
          renderer.setSeriesFillPaint(index, ChartFrame.series(index));
          renderer.setSeriesShape(index, new Ellipse2D.Float(-DOT / 2, -DOT / 2, DOT, DOT));
          renderer.setSeriesStroke(index, new BasicStroke(1f));
        });
    return Drawing.of(
        file,
        description,
        ChartFrame.framed(
            ChartFrame.plot(
                data,
                seconds(),
                new DecadeAxis(timed + ", ms: average over least to most", NumberFormats::plain, 1),
                renderer)));
  }

  private static YIntervalSeries band(String name, List<Second> seconds) {
    YIntervalSeries series = new YIntervalSeries(name);
    for (Second second : seconds) {
      second
          .minUs()
          .ifPresent(
              min ->
                  series.add(
                      second.index(),
                      logarithm(second.responseTime().meanUs()),
                      logarithm(min),
                      logarithm(second.responseTime().maxUs())));
    }
    return series;
  }

  private static double logarithm(double microseconds) {
    return Math.log10(Math.max(microseconds, 1) / 1000);
  }

  private static NumberAxis seconds() {
    NumberAxis axis = new NumberAxis("seconds since the warm-up ended");
    axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    axis.setAutoRangeIncludesZero(true);
    return axis;
  }
}
