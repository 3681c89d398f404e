package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.gate.published.PublishedFigures;
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
 * What a parameter does: one point a value of the sweep, one line a simulation and target. Behind
 * the throughput stands, faint, what others published of the same sweep.
 */
final class SweepChart {

  private static final double CHANGED = 1.02;

  private SweepChart() {}

  /** The sweeps that have a shape: at least two numeric values of one simulation and target. */
  static Map<String, List<Case>> sweeps(Collection<Case> cases) {
    Map<String, List<Case>> sweeps =
        cases.stream()
            .filter(measured -> measured.name().matches("[^/]+/[^/]+/[0-9.]+"))
            .collect(
                Collectors.groupingBy(
                    measured -> measured.name().split("/")[1], TreeMap::new, Collectors.toList()));
    sweeps
        .values()
        .removeIf(
            all ->
                all.stream().collect(Collectors.groupingBy(SweepChart::line)).values().stream()
                    .noneMatch(line -> line.size() > 1));
    return sweeps;
  }

  static Drawing throughput(String sweep, List<Case> cases) {
    return draw(
        Drawing.fileName("sweep-throughput", sweep),
        "Throughput by " + words(sweep),
        sweep,
        cases,
        new NumberAxis("messages/s"),
        Case::throughputPerS,
        published(sweep, cases));
  }

  static Drawing times(String sweep, List<Case> cases) {
    return draw(
        Drawing.fileName("sweep-p95", sweep),
        Wording.times(cases) + ", 95th percentile, by " + words(sweep),
        sweep,
        cases,
        new DecadeAxis("95th percentile, ms", Numbers::plain, 1),
        measured -> Math.log10(Math.max(measured.times().percentileUs(95), 1) / 1000),
        List.of());
  }

  /** What the store holds on its disk for a message; NaN where nobody looked. */
  static double keptPerMessage(Case measured) {
    return measured.keptBytes() == null
        ? Double.NaN
        : measured.keptBytes() / (double) measured.messages();
  }

  /** Nothing unless what is swept changes it: else the table says it all. */
  static Optional<Drawing> space(String sweep, List<Case> cases) {
    List<Case> kept = cases.stream().filter(one -> Double.isFinite(keptPerMessage(one))).toList();
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
      List<Case> cases,
      ValueAxis y,
      ToDoubleFunction<Case> value,
      List<XYSeries> behind) {
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
    new TreeMap<>(cases.stream().collect(Collectors.groupingBy(SweepChart::line)))
        .forEach(
            (line, points) -> {
              int index = data.getSeriesCount();
              XYSeries series = new XYSeries(line);
              points.stream()
                  .filter(measured -> Double.isFinite(value.applyAsDouble(measured)))
                  .forEach(
                      measured ->
                          series.addOrUpdate(
                              Math.log10(setting(measured.name())), value.applyAsDouble(measured)));
              data.addSeries(series);
              renderer.setSeriesPaint(index, Palette.series(index));
              renderer.setSeriesStroke(index, Palette.stroke(index));
            });
    for (XYSeries series : behind) {
      int index = data.getSeriesCount();
      data.addSeries(series);
      renderer.setSeriesPaint(index, Palette.FAINT);
      renderer.setSeriesStroke(index, Palette.hairline());
      renderer.setSeriesShapesVisible(index, false);
    }
    return Drawing.of(
        file,
        description,
        ChartFrame.framed(
            ChartFrame.plot(data, new DecadeAxis(words(sweep), Numbers::plain, 2), y, renderer)));
  }

  /** Of the sweeps that have a published shape, those of the simulations that we measured. */
  static List<XYSeries> published(String sweep, List<Case> cases) {
    List<XYSeries> lines = new ArrayList<>();
    for (String simulation : new TreeSet<>(cases.stream().map(Case::simulation).toList())) {
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

  private static String line(Case measured) {
    return measured.simulation() + ", " + measured.target();
  }

  private static double setting(String name) {
    return Double.parseDouble(name.substring(name.lastIndexOf('/') + 1));
  }

  private static String words(String sweep) {
    return sweep.replace('_', ' ');
  }
}
