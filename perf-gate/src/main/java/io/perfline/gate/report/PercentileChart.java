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
 * Times over percentiles, both logarithmic as HdrHistogram's own plot has them: the tail gets as
 * much room as the middle. The horizontal axis is 1 ÷ (1 − share).
 */
final class PercentileChart {

  private final XYSeriesCollection data = new XYSeriesCollection();
  private final DecadeAxis milliseconds;
  private final XYPlot plot;

  private PercentileChart(Map<String, TimeDistribution> distributions, String times) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    distributions.forEach(
        (name, distribution) -> {
          int index = data.getSeriesCount();
          data.addSeries(curve(name, distribution));
          renderer.setSeriesPaint(index, Palette.series(index));
          renderer.setSeriesStroke(index, Palette.stroke(index));
        });
    this.milliseconds = new DecadeAxis(times + ", ms", NumberFormats::plain, 1);
    this.plot =
        ChartFrame.plot(
            data,
            new DecadeAxis("share of the requests", PercentileChart::percentile, 0),
            milliseconds,
            renderer);
  }

  /**
   * @param times what the distributions are of
   */
  static PercentileChart of(Map<String, TimeDistribution> distributions, String times) {
    return new PercentileChart(distributions, times);
  }

  PercentileChart limit(double ms, String label) {
    milliseconds.include(Math.log10(ms));
    ChartFrame.limit(plot, Math.log10(ms), label);
    return this;
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

  /** Above 0 %, 90 %, 99 %, 99.9 % … stand 1, 10, 100, 1000 …: one request in so many is slower. */
  private static String percentile(double oneIn) {
    return BigDecimal.valueOf(100 - 100 / oneIn)
            .round(new MathContext(9))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
