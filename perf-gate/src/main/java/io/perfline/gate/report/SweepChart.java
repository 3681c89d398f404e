package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.PublishedFigures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Draws the effect of a parameter, with one point per value of the sweep, and one line per
 * simulation and target. Published figures of the same sweep are faint lines.
 */
final class SweepChart {

  private static final double CHANGED = 1.02;

  private SweepChart() {}

  /** Returns the sweeps in which a simulation has at least two numeric values with one target. */
  static Map<String, List<CaseResult>> sweeps(Collection<CaseResult> cases) {
    Map<String, List<CaseResult>> sweeps =
        cases.stream()
            .filter(result -> result.name().matches("[^/]+/[^/]+/[^/]+"))
            .filter(result -> isNumber(value(result.name())))
            .collect(
                Collectors.groupingBy(
                    result -> result.name().split("/")[1], TreeMap::new, Collectors.toList()));
    sweeps
        .values()
        .removeIf(
            all ->
                all.stream().collect(Collectors.groupingBy(SweepChart::line)).values().stream()
                    .noneMatch(line -> line.size() > 1));
    return sweeps;
  }

  /**
   * Draws the throughput.
   *
   * @param published the lines of published figures, to compare with; may be empty
   */
  static Drawing throughput(String sweep, List<CaseResult> cases, List<XYSeries> published) {
    return draw(
        Drawing.fileName("sweep-throughput", sweep),
        "Throughput by " + words(sweep),
        sweep,
        cases,
        new NumberAxis(LoadUnit.rates(cases)),
        CaseResult::throughputPerS,
        published);
  }

  static Drawing times(String sweep, List<CaseResult> cases) {
    return draw(
        Drawing.fileName("sweep-p95", sweep),
        Labels.times(cases) + ", 95th percentile, by " + words(sweep),
        sweep,
        cases,
        new DecadeAxis("95th percentile, ms", NumberFormats::plain, 1),
        result -> Math.log10(Math.max(result.times().percentileUs(95), 1) / 1000),
        List.of());
  }

  /** Returns the bytes per message that the store keeps on disk; NaN if unknown. */
  static double keptPerMessage(CaseResult result) {
    return result.keptBytes() == null
        ? Double.NaN
        : result.keptBytes() / (double) result.messages();
  }

  /**
   * Draws the bytes per message that the store keeps; empty if the parameter does not change them.
   */
  static Optional<Drawing> space(String sweep, List<CaseResult> cases) {
    List<CaseResult> kept =
        cases.stream().filter(result -> Double.isFinite(keptPerMessage(result))).toList();
    DoubleSummaryStatistics all =
        kept.stream().mapToDouble(SweepChart::keptPerMessage).summaryStatistics();
    return sweeps(kept).containsKey(sweep) && all.getMax() > all.getMin() * CHANGED
        ? Optional.of(
            draw(
                Drawing.fileName("sweep-space", sweep),
                "Bytes that the store keeps for a message, by " + words(sweep),
                sweep,
                kept,
                new NumberAxis("bytes/message"),
                SweepChart::keptPerMessage,
                List.of()))
        : Optional.empty();
  }

  private static Drawing draw(
      String file,
      String description,
      String sweep,
      List<CaseResult> cases,
      ValueAxis y,
      ToDoubleFunction<CaseResult> value,
      List<XYSeries> background) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    new TreeMap<>(cases.stream().collect(Collectors.groupingBy(SweepChart::line)))
        .forEach(
            (line, points) -> {
              int index = data.getSeriesCount();
              XYSeries series = new XYSeries(line);
              points.stream()
                  .filter(result -> Double.isFinite(value.applyAsDouble(result)))
                  .forEach(
                      result ->
                          series.addOrUpdate(
                              Math.log10(setting(result.name())), value.applyAsDouble(result)));
              data.addSeries(series);
              renderer.setSeriesPaint(index, ChartFrame.series(index));
              renderer.setSeriesStroke(index, ChartFrame.stroke(index));
            });
    for (XYSeries series : background) {
      int index = data.getSeriesCount();
      data.addSeries(series);
      renderer.setSeriesPaint(index, ChartFrame.FAINT);
      renderer.setSeriesStroke(index, ChartFrame.hairline());
      renderer.setSeriesShapesVisible(index, false);
    }
    return Drawing.of(
        file,
        description,
        ChartFrame.framed(
            ChartFrame.plot(
                data, new DecadeAxis(words(sweep), NumberFormats::plain, 2), y, renderer)));
  }

  /** Returns a line of published figures for each of the measured simulations that has them. */
  static List<XYSeries> published(String sweep, List<CaseResult> cases) {
    List<XYSeries> lines = new ArrayList<>();
    for (String simulation : new TreeSet<>(cases.stream().map(CaseResult::simulation).toList())) {
      XYSeries series = new XYSeries(simulation + ", published 2014");
      PublishedFigures.throughput()
          .forEach(
              (name, rate) -> {
                if (name.matches(simulation + "/" + sweep + "/[0-9.]+")) {
                  series.addOrUpdate(Math.log10(setting(name)), rate.doubleValue());
                }
              });
      if (series.getItemCount() > 1) {
        lines.add(series);
      }
    }
    return lines;
  }

  private static String line(CaseResult result) {
    return result.simulation() + ", " + result.target();
  }

  private static double setting(String name) {
    return Double.parseDouble(value(name));
  }

  private static String value(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** Returns true for a number above 0, which a logarithmic axis can show. */
  static boolean isNumber(String value) {
    return value.matches("\\d{1,15}(\\.\\d{1,15})?") && Double.parseDouble(value) > 0;
  }

  private static String words(String sweep) {
    return sweep.replace('_', ' ');
  }
}
