package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Second;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.compare.RunWithSeconds;
import io.perfline.gate.compare.Spread;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that was measured, a row a case. */
final class CaseTable {

  private static final int KEPT_AT = 5;

  private final RunWithSeconds measured;
  private final List<Line> lines;

  /**
   * @param lines of the verdict; those that compare say how a figure changed
   */
  CaseTable(RunWithSeconds measured, List<Line> lines) {
    this.measured = measured;
    this.lines = lines.stream().filter(line -> line.relative() && line.value() != null).toList();
  }

  void write(HtmlBuilder html) {
    List<Case> cases = measured.run().cases();
    html.chapter("What was measured");
    if (cases.isEmpty()) {
      html.element("p", "Nothing: the run holds no case.");
      return;
    }
    boolean kept = cases.stream().anyMatch(one -> one.keptBytes() != null);
    boolean cost = cases.stream().anyMatch(one -> one.server() != null);
    FigureMarkup.openTable(
        html,
        "Every case; times are response times in ms, from the intended send time to the answer"
            + (kept ? "; bytes kept: by the store, of a message" : "")
            + (cost ? "; CPU and allocation: of the server's process, a message" : "")
            + (lines.isEmpty() ? "" : "; in small print the change against the baseline")
            + ". ±: 95 % interval, from the scatter within the case");
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
    if (cost) {
      head.addAll(head.indexOf("_errors"), List.of("CPU, µs", "allocated, B"));
    }
    FigureMarkup.head(html, head.toArray(String[]::new));
    html.open("tbody");
    cases.forEach(one -> row(html, one, kept, cost));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private void row(HtmlBuilder html, Case measured, boolean kept, boolean cost) {
    TimeDistribution times = measured.times();
    html.open("tr")
        .element("th", measured.name(), "scope", "row")
        .element("td", measured.target(), "class", "text");
    List<Second> scatter = this.measured.seconds(measured);
    figure(
        html,
        measured,
        Metric.THROUGHPUT,
        Numbers.plain(measured.throughputPerS()),
        Spread.throughput(measured.throughputPerS(), scatter));
    html.element("td", Numbers.megabytes(measured.bytes() / measured.loadedSeconds()))
        .element("td", Numbers.count(measured.requests()));
    if (kept) {
      html.element("td", Numbers.plain(SweepChart.keptPerMessage(measured)));
    }
    figure(html, measured, Metric.RESPONSE_TIME_P50, Numbers.ms(times.percentileUs(50)));
    figure(
        html,
        measured,
        Metric.RESPONSE_TIME_P95,
        Numbers.ms(times.percentileUs(95)),
        Spread.percentile(95, times, scatter));
    figure(html, measured, Metric.RESPONSE_TIME_P99, Numbers.ms(times.percentileUs(99)));
    figure(html, measured, Metric.RESPONSE_TIME_MAX, Numbers.ms(times.maxUs()));
    if (cost) {
      figure(html, measured, Metric.CPU, cost(measured, ServerCost::cpuUs));
      figure(html, measured, Metric.ALLOCATION, cost(measured, ServerCost::allocatedBytes));
    }
    html.element("td", errors(measured), "class", measured.errorCount() == 0 ? "text" : "text long")
        .element("td", generator(measured), "class", "text long")
        .open("td", "class", measured.valid() ? "text" : "text long");
    if (measured.valid()) {
      html.element("span", "✓ valid", "class", "word pass");
      if (Boolean.FALSE.equals(measured.steady())) {
        html.text(", not steady after a warm-up of " + measured.warmUpMs() + " ms");
      }
      if (measured.responseTime() == null) {
        html.text(", service time only");
      }
      if (measured.origin() != null && measured.origin().percentilesOnly()) {
        html.text(", percentiles only");
      }
      html.text(told(measured));
    } else {
      html.element("span", "? not valid", "class", "word invalid")
          .text(": " + String.join("; ", measured.problems()));
    }
    html.close("td").close("tr");
  }

  private void figure(HtmlBuilder html, Case measured, Metric metric, String figure) {
    figure(html, measured, metric, figure, Optional.empty());
  }

  /** A figure, how sure it is, and how it changed. */
  private void figure(
      HtmlBuilder html, Case measured, Metric metric, String figure, Optional<Spread> spread) {
    html.open("td").text(figure);
    spread.ifPresent(
        one -> small(html, "±" + Numbers.percent((one.high() - one.low()) / 2 / one.value())));
    lines.stream()
        .filter(line -> line.metric().equals(metric.word()))
        .filter(line -> line.caseName().equals(measured.name()))
        .filter(line -> measured.target().equals(line.target()))
        .findFirst()
        .ifPresent(line -> small(html, Wording.value(line)));
    html.close("td");
  }

  private static void small(HtmlBuilder html, String text) {
    html.open("br").element("span", text, "class", "faint");
  }

  private static String cost(Case measured, Function<ServerCost, Double> what) {
    Double whole = measured.server() == null ? null : what.apply(measured.server());
    return whole == null ? Numbers.NONE : Numbers.plain(whole / measured.messages());
  }

  /** What only this case tells: what subscribers missed, how long a fault kept all waiting. */
  private static String told(Case measured) {
    return new TreeMap<>(measured.figures())
        .entrySet().stream()
            .map(
                figure ->
                    figure.getKey().equals(Metric.RECOVERY.word())
                        ? ", recovery " + Numbers.with(figure.getValue(), "ms")
                        : ", " + figure.getKey() + " " + Numbers.plain(figure.getValue()))
            .collect(Collectors.joining());
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

  private static String generator(Case measured) {
    Generator generator = measured.generator();
    List<String> said = new ArrayList<>();
    said.add(
        generator.cpu() == null ? "CPU not looked at" : "CPU " + Numbers.percent(generator.cpu()));
    if (generator.longestPauseMs() != null) {
      said.add("longest pause " + Numbers.with(generator.longestPauseMs(), "ms"));
    }
    if (generator.intendedRatePerS() != null) {
      said.add(
          Numbers.percent(generator.achievedRatePerS() / generator.intendedRatePerS())
              + " of the intended rate");
    }
    if (measured.origin() != null) {
      said.add("measured by " + measured.origin().tool());
      new TreeMap<>(measured.origin().said())
          .forEach((name, value) -> said.add(name + " " + value));
    }
    return String.join(", ", said);
  }
}
