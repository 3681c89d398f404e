package io.perfline.gate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYDataset;

/** The data of a chart as text, for people who can't see it. */
final class ChartText {

  /** The points of a series that are read out. */
  private static final int MOST_POINTS = 9;

  private ChartText() {}

  /** {@code http/record: 0 % 1.2, 90 % 3.4, 99 % 17}, for each series. */
  static String of(JFreeChart chart) {
    XYPlot plot = chart.getXYPlot();
    XYDataset data = plot.getDataset();
    List<String> lines = new ArrayList<>();
    for (int series = 0; series < data.getSeriesCount(); series++) {
      int count = data.getItemCount(series);
      List<String> points = new ArrayList<>();
      for (int item : spread(count)) {
        points.add(
            text(plot.getDomainAxis(), data.getXValue(series, item))
                + ": "
                + text(plot.getRangeAxis(), data.getYValue(series, item)));
      }
      lines.add(data.getSeriesKey(series) + " " + String.join(", ", points));
    }
    return String.join("; ", lines);
  }

  /** Returns the first and the last index, and some evenly between them. */
  private static int[] spread(int count) {
    int points = Math.min(count, MOST_POINTS);
    return IntStream.range(0, points)
        .map(i -> points == 1 ? 0 : Math.round((count - 1f) * i / (points - 1)))
        .toArray();
  }

  private static String text(ValueAxis axis, double value) {
    return axis instanceof DecadeAxis decades ? decades.text(value) : NumberFormats.plain(value);
  }
}
