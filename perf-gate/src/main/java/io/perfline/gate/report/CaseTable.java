package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.core.run.Generator;
import io.perfline.core.run.TimeDistribution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All that was measured, a row a case. */
final class CaseTable {

  private static final int KEPT_AT = 5;

  private CaseTable() {}

  static void write(HtmlBuilder html, List<Case> cases) {
    html.element("h2", "What was measured");
    if (cases.isEmpty()) {
      html.element("p", "Nothing: the run holds no case.");
      return;
    }
    boolean kept = cases.stream().anyMatch(one -> one.keptBytes() != null);
    FigureMarkup.openTable(
        html,
        "Every case; times are response times in ms, from the intended send time to the answer"
            + (kept ? "; bytes kept: by the store, of a message" : ""));
    List<String> head =
        new ArrayList<>(
            List.of(
                "_case",
                "_target",
                "messages/s",
                "MB/s",
                "requests",
                "p50",
                "p95",
                "p99",
                "max",
                "_errors",
                "_generator",
                "_valid"));
    if (kept) {
      head.add(KEPT_AT, "bytes kept");
    }
    FigureMarkup.head(html, head.toArray(String[]::new));
    html.open("tbody");
    cases.forEach(measured -> row(html, measured, kept));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private static void row(HtmlBuilder html, Case measured, boolean kept) {
    TimeDistribution times = measured.responseTime();
    double seconds = Duration.between(measured.start(), measured.end()).toNanos() / 1e9;
    html.open("tr")
        .element("th", measured.name(), "scope", "row")
        .element("td", measured.target(), "class", "text")
        .element("td", Numbers.plain(measured.throughputPerS()))
        .element("td", Numbers.megabytes(measured.bytes() / seconds))
        .element("td", Numbers.count(measured.requests()));
    if (kept) {
      html.element("td", Numbers.plain(SweepChart.keptPerMessage(measured)));
    }
    html.element("td", Numbers.ms(times.percentileUs(50)))
        .element("td", Numbers.ms(times.percentileUs(95)))
        .element("td", Numbers.ms(times.percentileUs(99)))
        .element("td", Numbers.ms(times.maxUs()))
        .element("td", errors(measured), "class", measured.errorCount() == 0 ? "text" : "text long")
        .element("td", generator(measured.generator()), "class", "text long")
        .open("td", "class", measured.valid() ? "text" : "text long");
    if (measured.valid()) {
      html.element("span", "✓ valid", "class", "word pass");
      if (Boolean.FALSE.equals(measured.steady())) {
        html.text(", not steady after a warm-up of " + measured.warmUpMs() + " ms");
      }
    } else {
      html.element("span", "? not valid", "class", "word invalid")
          .text(": " + String.join("; ", measured.problems()));
    }
    html.close("td").close("tr");
  }

  private static String errors(Case measured) {
    long errors = measured.errorCount();
    return errors == 0
        ? "0"
        : "%s (%s): %s"
            .formatted(
                Numbers.count(errors), Numbers.percent(measured.errorRate()), kinds(measured));
  }

  private static String kinds(Case measured) {
    return new TreeMap<>(measured.errors())
        .entrySet().stream()
            .filter(kind -> kind.getValue() > 0)
            .map(kind -> kind.getKey() + " " + Numbers.count(kind.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String generator(Generator generator) {
    String pause = Numbers.with(generator.longestPauseMs(), "ms");
    String cpu = "CPU " + Numbers.percent(generator.cpu()) + ", longest pause " + pause;
    return generator.intendedRatePerS() == null
        ? cpu
        : cpu
            + ", "
            + Numbers.percent(generator.achievedRatePerS() / generator.intendedRatePerS())
            + " of the intended rate";
  }
}
