package io.perfline.gate.report;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.ValueTick;
import org.jfree.chart.plot.ValueAxisPlot;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.Range;

/**
 * A logarithmic axis for data that are already logarithms. It ends at whole decades, so that charts
 * of two runs have the same range. Unlike JFreeChart's own logarithmic axes, which draw the
 * outlines of letters, it writes its ticks as text.
 */
final class DecadeAxis extends NumberAxis {

  private static final long serialVersionUID = 1;
  private static final double[] STEPS = {1, 2, 5};

  private final transient DoubleFunction<String> words;
  private final int maxDecadesWithSteps;

  /**
   * Creates an axis.
   *
   * @param words formats a value (not its logarithm)
   * @param maxDecadesWithSteps the maximum number of decades with ticks at 2 and 5, too
   */
  DecadeAxis(String label, DoubleFunction<String> words, int maxDecadesWithSteps) {
    super(label);
    this.words = words;
    this.maxDecadesWithSteps = maxDecadesWithSteps;
    setAutoRangeIncludesZero(false);
  }

  /** Formats the value with the given logarithm. */
  String text(double logarithm) {
    return words.apply(Math.pow(10, logarithm));
  }

  @Override
  protected void autoAdjustRange() {
    super.autoAdjustRange();
    if (getPlot() instanceof ValueAxisPlot plot) {
      Range data = plot.getDataRange(this);
      double low = data == null ? 0 : data.getLowerBound();
      double high = data == null ? 1 : data.getUpperBound();
      double bottom = Math.floor(low + 1e-9);
      setRange(new Range(bottom, Math.max(Math.ceil(high - 1e-9), bottom + 1)), false, false);
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // as JFreeChart declares it
  public List refreshTicks(
      Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
    boolean below = RectangleEdge.isTopOrBottom(edge);
    List<ValueTick> ticks = new ArrayList<>();
    Range range = getRange();
    double[] steps = range.getLength() <= maxDecadesWithSteps ? STEPS : new double[] {1};
    for (double decade = range.getLowerBound(); decade <= range.getUpperBound(); decade++) {
      for (double step : steps) {
        double at = decade + Math.log10(step);
        if (at <= range.getUpperBound() + 1e-9) {
          ticks.add(
              new NumberTick(
                  at,
                  text(at),
                  below ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT,
                  TextAnchor.CENTER,
                  0));
        }
      }
    }
    return ticks;
  }
}
