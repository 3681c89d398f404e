package io.perfline.gate.report;

import java.awt.Color;
import java.awt.Font;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYDataset;

/** What all charts have in common: axes, grid, legend and the line of a limit. */
final class ChartFrame {

  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final Color NOTHING = new Color(0, 0, 0, 0);

  private ChartFrame() {}

  static XYPlot plot(XYDataset data, ValueAxis x, ValueAxis y, XYItemRenderer renderer) {
    XYPlot plot = new XYPlot(data, dressed(x), dressed(y), renderer);
    plot.setBackgroundPaint(null);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinePaint(Palette.GRID);
    plot.setRangeGridlinePaint(Palette.GRID);
    plot.setDomainGridlineStroke(Palette.hairline());
    plot.setRangeGridlineStroke(Palette.hairline());
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    return plot;
  }

  static JFreeChart framed(XYPlot plot) {
    JFreeChart chart = new JFreeChart(null, FONT, plot, true);
    chart.addSubtitle(0, upright(plot.getRangeAxis()));
    chart.setBackgroundPaint(null);
    chart.setPadding(new RectangleInsets(8, 4, 4, 16));
    chart.getLegend().setItemFont(FONT);
    chart.getLegend().setItemPaint(Palette.INK);
    chart.getLegend().setBackgroundPaint(NOTHING);
    chart.getLegend().setFrame(BlockBorder.NONE);
    return chart;
  }

  /** The vertical axis' name above it: easier to read than turned, and text, not outlines. */
  private static TextTitle upright(ValueAxis axis) {
    TextTitle title = new TextTitle(axis.getLabel(), FONT);
    axis.setLabel(null);
    title.setPaint(Palette.INK);
    title.setHorizontalAlignment(HorizontalAlignment.LEFT);
    return title;
  }

  /** A limit as a dashed line across the chart, with its words beside it. */
  static void limit(XYPlot plot, double value, String label) {
    ValueMarker marker = new ValueMarker(value, Palette.LIMIT, Palette.limit());
    marker.setLabel(label);
    marker.setLabelFont(FONT);
    marker.setLabelPaint(Palette.LIMIT);
    marker.setLabelBackgroundColor(NOTHING);
    marker.setLabelAnchor(RectangleAnchor.TOP_LEFT);
    marker.setLabelTextAnchor(TextAnchor.BOTTOM_LEFT);
    plot.addRangeMarker(marker, Layer.FOREGROUND);
  }

  private static ValueAxis dressed(ValueAxis axis) {
    axis.setLabelFont(FONT);
    axis.setTickLabelFont(FONT);
    axis.setLabelPaint(Palette.INK);
    axis.setTickLabelPaint(Palette.INK);
    axis.setAxisLinePaint(Palette.INK);
    axis.setTickMarkPaint(Palette.INK);
    return axis;
  }
}
