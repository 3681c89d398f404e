package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Writes the results of capacity searches at each number of users. */
final class LevelTable {

  private static final double[] PERCENTILES = {50, 95};

  private static final Pattern MILLIS = Pattern.compile("(\\d+) ms");

  private LevelTable() {}

  static void write(HtmlBuilder html, List<CaseResult> cases, Images images) {
    List<CaseResult> searched =
        cases.stream().filter(result -> !result.levels().isEmpty()).toList();
    if (searched.isEmpty()) {
      return;
    }
    html.chapter("Capacity")
        .element(
            "p",
            "The capacity is the largest number of users at which the goal is met, there and at"
                + " every lower level. A page is complete when its last resource has arrived; times are page"
                + " times in ms. Without a verdict there is no goal, and these are only the"
                + " figures.",
            "class",
            "faint");
    for (CaseResult result : searched) {
      table(html, result);
      chart(result).map(images::kept).ifPresent(chart -> FigureMarkup.figure(html, chart));
    }
  }

  private static void table(HtmlBuilder html, CaseResult result) {
    OptionalDouble within = withinMs(result);
    HtmlTable<Level> table =
        new HtmlTable<Level>()
            .heading(
                "users",
                false,
                "figure",
                (cell, level) -> cell.text(NumberFormats.count(level.users())))
            .text("counted for", level -> NumberFormats.duration(counted(level)))
            .figure("pages", level -> NumberFormats.count(level.pages()))
            .figure(
                "pages/s",
                level -> NumberFormats.plain(level.pages() * 1e3 / counted(level).toMillis()))
            .figure("p50", level -> NumberFormats.ms(level.pageTime().percentileUs(50)))
            .figure("p95", level -> NumberFormats.ms(level.pageTime().percentileUs(95)))
            .figure("max", level -> NumberFormats.ms(level.pageTime().maxUs()));
    within.ifPresent(
        ms ->
            table.figure(
                "within " + NumberFormats.plain(ms / 1e3) + " s", level -> inTime(level, ms)));
    table
        .figure("failed", level -> share(level.errors(), level))
        .longText(
            "what to know",
            level ->
                level.problems().isEmpty() ? "stable" : "? " + String.join("; ", level.problems()))
        .write(
            html,
            "Levels of users of " + Curves.label(result),
            result.levels().stream().sorted(Comparator.comparingInt(Level::users)).toList());
  }

  private static Duration counted(Level level) {
    return Duration.between(level.start(), level.end());
  }

  private static String inTime(Level level, double withinMs) {
    return share(new PageGoal(1, withinMs, 1, 1).inTime(level), level);
  }

  private static String share(long pages, Level level) {
    return level.pages() == 0
        ? NumberFormats.NONE
        : NumberFormats.percent(pages / (double) level.pages());
  }

  /**
   * Returns the page time within which the search expected a page, in milliseconds. The goal in
   * thresholds.yml may differ; it is shown with the verdict.
   */
  private static OptionalDouble withinMs(CaseResult result) {
    Matcher millis = MILLIS.matcher(result.parameters().getOrDefault("within", ""));
    return millis.matches()
        ? OptionalDouble.of(Double.parseDouble(millis.group(1)))
        : OptionalDouble.empty();
  }

  /**
   * Draws page times by number of users, both logarithmic, for stable levels; empty if there are
   * fewer than two of them.
   */
  private static Optional<Drawing> chart(CaseResult result) {
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
      data.addSeries(curve(levels, percentile));
      renderer.setSeriesPaint(index, ChartFrame.series(index));
      renderer.setSeriesStroke(index, ChartFrame.stroke(index));
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

  private static XYSeries curve(List<Level> levels, double percentile) {
    XYSeries series = new XYSeries("p" + NumberFormats.plain(percentile));
    for (Level level : levels) {
      double us = level.pageTime().percentileUs(percentile);
      series.add(Math.log10(level.users()), Math.log10(Math.max(us, 1) / 1000));
    }
    return series;
  }
}
