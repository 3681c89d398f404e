package io.perfline.gate.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Stroke;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYDataset;

/**
 * The common parts of charts: axes, grid, legend, colours and strokes.
 *
 * <p>The colours of the series are those of Okabe and Ito, which people with any colour vision can
 * distinguish. They are dark enough for paper and light enough for a dark page; dashes distinguish
 * them without colour. On a dark page the style sheet inverts the whole picture, because a style
 * inside the picture would be blocked if the picture is opened by itself.
 */
final class ChartFrame {

  static final Color INK = new Color(64, 64, 64);
  static final Color GRID = new Color(217, 217, 217);
  static final Color FAINT = new Color(150, 150, 150);

  private static final List<Color> SERIES =
      List.of(
          new Color(0, 114, 178),
          new Color(213, 94, 0),
          new Color(0, 158, 115),
          new Color(204, 121, 167),
          new Color(160, 130, 0),
          new Color(86, 160, 213));

  private static final List<float[]> DASHES =
      List.of(
          new float[] {1, 0}, new float[] {8, 4}, new float[] {2, 3}, new float[] {10, 3, 2, 3});

  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final Color NOTHING = new Color(0, 0, 0, 0);

  private ChartFrame() {}

  static XYPlot plot(XYDataset data, ValueAxis x, ValueAxis y, XYItemRenderer renderer) {
    XYPlot plot = new XYPlot(data, dressed(x), dressed(y), renderer);
    plot.setBackgroundPaint(null);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinePaint(GRID);
    plot.setRangeGridlinePaint(GRID);
    plot.setDomainGridlineStroke(hairline());
    plot.setRangeGridlineStroke(hairline());
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    return plot;
  }

  static JFreeChart framed(XYPlot plot) {
    JFreeChart chart = new JFreeChart(null, FONT, plot, true);
    chart.addSubtitle(0, upright(plot.getRangeAxis()));
    chart.setBackgroundPaint(null);
    chart.setPadding(new RectangleInsets(8, 4, 4, 16));
    chart.getLegend().setItemFont(FONT);
    chart.getLegend().setItemPaint(INK);
    chart.getLegend().setBackgroundPaint(NOTHING);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return chart;
  }

  /**
   * Writes the name of the vertical axis above it, where it is easier to read than rotated, and
   * remains text instead of outlines of letters.
   */
  private static TextTitle upright(ValueAxis axis) {
    TextTitle title = new TextTitle(axis.getLabel(), FONT);
    axis.setLabel(null);
    title.setPaint(INK);
    title.setHorizontalAlignment(HorizontalAlignment.LEFT);
    return title;
  }

  private static ValueAxis dressed(ValueAxis axis) {
    axis.setLabelFont(FONT);
    axis.setTickLabelFont(FONT);
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(INK);
    axis.setTickMarkPaint(INK);
    return axis;
  }

  static Color series(int index) {
    return SERIES.get(index % SERIES.size());
  }

  /**
   * Returns the stroke of a series: a solid one for the first series of each colour, then dashed
   * ones, so that each combination of colour and dashes occurs once.
   */
  static Stroke stroke(int index) {
    return new BasicStroke(
        2f,
        BasicStroke.CAP_BUTT,
        BasicStroke.JOIN_ROUND,
        1f,
        DASHES.get(index % DASHES.size()),
        0f);
  }

  static Stroke hairline() {
    return new BasicStroke(1f);
  }
}
