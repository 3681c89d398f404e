package io.perfline.gate.report;

import io.perfline.core.run.TimeDistribution;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import org.HdrHistogram.HistogramIterationValue;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * A chart of times by percentile. Both axes are logarithmic as in HdrHistogram's own plots, so that
 * the tail has as much room as the middle. The horizontal axis is 1 ÷ (1 − share).
 */
final class PercentileChart {

  private final XYSeriesCollection data = new XYSeriesCollection();
  private final XYPlot plot;

  /**
   * Creates a chart.
   *
   * @param distributions the times by the name of their line
   * @param times the kind of the times, such as {@code response time}
   */
  PercentileChart(Map<String, TimeDistribution> distributions, String times) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    distributions.forEach(
        (name, distribution) -> {
          int index = data.getSeriesCount();
          data.addSeries(curve(name, distribution));
          renderer.setSeriesPaint(index, ChartFrame.series(index));
          renderer.setSeriesStroke(index, ChartFrame.stroke(index));
        });
    this.plot =
        ChartFrame.plot(
            data,
            new DecadeAxis("share of the requests", PercentileChart::percentile, 0),
            new DecadeAxis(times + ", ms", NumberFormats::plain, 1),
            renderer);
  }

  Drawing draw(String file, String description) {
    return Drawing.of(file, description, ChartFrame.framed(plot));
  }

  private static XYSeries curve(String name, TimeDistribution times) {
    XYSeries series = new XYSeries(name);
    double last = Math.log10(Math.max(times.count(), 1));
    for (HistogramIterationValue value : times.histogram().percentiles(5)) {
      double share = value.getPercentileLevelIteratedTo() / 100;
      series.addOrUpdate(
          share < 1 ? -Math.log10(1 - share) : last,
          Math.log10(Math.max(value.getValueIteratedTo(), 1) / 1000.0));
    }
    return series;
  }

  /**
   * Labels the values 1, 10, 100, 1000 … of the axis with 0 %, 90 %, 99 %, 99.9 % …, because one in
   * that many requests is slower.
   */
  private static String percentile(double oneIn) {
    return BigDecimal.valueOf(100 - 100 / oneIn)
            .round(new MathContext(9))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
