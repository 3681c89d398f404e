package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.TimeDistribution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What each number of users met with, of the cases that looked for a capacity. */
final class LevelTable {

  private static final Pattern MILLIS = Pattern.compile("(\\d+) ms");
  private static final int WITHIN_AT = 7;

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
            "The capacity is the largest number of users at which the goal is met, there and at every"
                + " lower level. A page is there when its last resource is; times are page times in"
                + " ms. Without a verdict there is no goal, and these are only the figures.",
            "class",
            "faint");
    for (CaseResult result : searched) {
      table(html, result);
      CapacityChart.of(result)
          .map(images::kept)
          .ifPresent(chart -> FigureMarkup.figure(html, chart));
    }
  }

  private static void table(HtmlBuilder html, CaseResult result) {
    OptionalDouble within = withinMs(result);
    FigureMarkup.openTable(html, "Levels of users of " + Curves.label(result));
    List<String> head =
        new ArrayList<>(
            List.of(
                "users",
                "_counted for",
                "pages",
                "pages/s",
                "p50",
                "p95",
                "max",
                "failed",
                "_what to know"));
    within.ifPresent(ms -> head.add(WITHIN_AT, "within " + NumberFormats.plain(ms / 1e3) + " s"));
    FigureMarkup.head(html, head.toArray(String[]::new));
    html.open("tbody");
    result.levels().stream()
        .sorted(Comparator.comparingInt(Level::users))
        .forEach(level -> row(html, level, within));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private static void row(HtmlBuilder html, Level level, OptionalDouble within) {
    TimeDistribution times = level.pageTime();
    Duration counted = Duration.between(level.start(), level.end());
    html.open("tr")
        .element("th", NumberFormats.count(level.users()), "scope", "row", "class", "figure")
        .element("td", NumberFormats.duration(counted), "class", "text")
        .element("td", NumberFormats.count(level.pages()))
        .element("td", NumberFormats.plain(level.pages() * 1e3 / counted.toMillis()))
        .element("td", NumberFormats.ms(times.percentileUs(50)))
        .element("td", NumberFormats.ms(times.percentileUs(95)))
        .element("td", NumberFormats.ms(times.maxUs()));
    within.ifPresent(ms -> html.element("td", inTime(level, ms)));
    html.element("td", share(level.errors(), level))
        .element(
            "td",
            level.problems().isEmpty() ? "stable" : "? " + String.join("; ", level.problems()),
            "class",
            "text long")
        .close("tr");
  }

  private static String inTime(Level level, double withinMs) {
    return share(new PageGoal(1, withinMs, 1, 1).inTime(level), level);
  }

  private static String share(long pages, Level level) {
    return level.pages() == 0
        ? NumberFormats.NONE
        : NumberFormats.percent(pages / (double) level.pages());
  }

  /** What the search called in time; the gate's own goal stands in the verdict. */
  private static OptionalDouble withinMs(CaseResult result) {
    Matcher told = MILLIS.matcher(result.parameters().getOrDefault("within", ""));
    return told.matches()
        ? OptionalDouble.of(Double.parseDouble(told.group(1)))
        : OptionalDouble.empty();
  }
}
