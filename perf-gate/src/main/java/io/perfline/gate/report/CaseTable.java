package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.statistics.Spread;
import io.perfline.gate.thresholds.Dimension;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.ReportAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The table of all measured values, one row per case. */
final class CaseTable {

  private final RunWithSeconds run;
  private final List<Line> lines;

  /**
   * @param lines lines of the verdict; comparing ones show how a value changed
   */
  CaseTable(RunWithSeconds run, List<Line> lines) {
    this.run = run;
    this.lines = lines.stream().filter(line -> line.relative() && line.value() != null).toList();
  }

  void write(HtmlBuilder html) {
    List<CaseResult> cases = run.run().cases();
    html.chapter("What was measured");
    if (cases.isEmpty()) {
      html.element("p", "Nothing: the run contains no case.");
      return;
    }
    boolean kept = cases.stream().anyMatch(result -> result.keptBytes() != null);
    boolean cost = cases.stream().anyMatch(result -> result.server() != null);
    HtmlTable<CaseResult> table =
        new HtmlTable<CaseResult>()
            .heading("case", true, "", CaseTable::name)
            .text("target", CaseResult::target)
            .figure("messages/s", this::throughput)
            .figure(
                "MB/s", result -> NumberFormats.megabytes(result.bytes() / result.loadedSeconds()))
            .figure("requests", result -> NumberFormats.count(result.requests()));
    if (kept) {
      table.figure(
          "bytes stored", result -> NumberFormats.plain(SweepChart.keptPerMessage(result)));
    }
    table
        .figure("p50", (cell, result) -> percentile(cell, result, Metric.RESPONSE_TIME_P50, 50))
        .figure("p95", this::p95)
        .figure("p99", (cell, result) -> percentile(cell, result, Metric.RESPONSE_TIME_P99, 99))
        .figure(
            "max",
            (cell, result) ->
                figure(
                    cell,
                    result,
                    Metric.RESPONSE_TIME_MAX,
                    NumberFormats.ms(result.times().maxUs())));
    if (cost) {
      table
          .figure(
              "CPU, µs",
              (cell, result) -> figure(cell, result, Metric.CPU, cost(result, ServerCost::cpuUs)))
          .figure(
              "allocated, B",
              (cell, result) ->
                  figure(
                      cell, result, Metric.ALLOCATION, cost(result, ServerCost::allocatedBytes)));
    }
    table
        .text(
            "errors",
            result -> result.errorCount() == 0 ? "text" : "text long",
            (cell, result) -> cell.text(errors(result)))
        .longText("generator", CaseTable::generator)
        .text("valid", result -> result.valid() ? "text" : "text long", CaseTable::validity)
        .write(
            html,
            "Every case; times are response times in ms, from the intended send time to the answer"
                + (kept ? "; bytes stored: per message" : "")
                + (cost ? "; CPU and allocation: per message, for the server process" : "")
                + (lines.isEmpty() ? "" : "; in small print the change against the baseline")
                + ". ±: 95 % interval, from the scatter within the case",
            cases);
  }

  private static void name(HtmlBuilder html, CaseResult result) {
    html.anchor(ReportAddress.anchor(result.name())).text(result.name());
  }

  private void throughput(HtmlBuilder html, CaseResult result) {
    figure(
        html,
        result,
        Metric.THROUGHPUT,
        result.benchmark() ? NumberFormats.NONE : NumberFormats.plain(result.throughputPerS()),
        Spread.throughput(result.throughputPerS(), run.seconds(result)));
  }

  private void p95(HtmlBuilder html, CaseResult result) {
    TimeDistribution times = result.times();
    figure(
        html,
        result,
        Metric.RESPONSE_TIME_P95,
        NumberFormats.ms(times.percentileUs(95)),
        Spread.percentile(95, times, run.seconds(result)));
  }

  private void percentile(HtmlBuilder html, CaseResult result, Metric metric, double percentile) {
    figure(html, result, metric, NumberFormats.ms(result.times().percentileUs(percentile)));
  }

  private static void validity(HtmlBuilder html, CaseResult result) {
    if (!result.valid()) {
      html.element("span", "? not valid", "class", "word invalid")
          .text(": " + String.join("; ", result.problems()));
      return;
    }
    if (result.unchanged() != null) {
      html.text("unchanged, not measured");
      return;
    }
    html.element("span", "✓ valid", "class", "word pass");
    if (Boolean.FALSE.equals(result.steady())) {
      html.text(", not steady after a warm-up of " + result.warmUpMs() + " ms");
    }
    if (result.responseTime() == null && !result.benchmark()) {
      html.text(", service time only");
    }
    if (result.origin() != null && result.origin().percentilesOnly()) {
      html.text(", percentiles only");
    }
    html.text(figures(result));
  }

  private void figure(HtmlBuilder html, CaseResult result, Metric metric, String figure) {
    figure(html, result, metric, figure, Optional.empty());
  }

  /** Writes a value, its relative uncertainty, and its change. */
  private void figure(
      HtmlBuilder html, CaseResult result, Metric metric, String figure, Optional<Spread> spread) {
    html.text(figure);
    spread.ifPresent(
        one ->
            small(html, "±" + NumberFormats.percent((one.high() - one.low()) / 2 / one.value())));
    lines.stream()
        .filter(line -> line.metric().equals(metric.word()))
        .filter(line -> line.caseName().equals(result.name()))
        .filter(line -> result.target().equals(line.target()))
        .findFirst()
        .ifPresent(line -> small(html, Labels.value(line)));
  }

  private static void small(HtmlBuilder html, String text) {
    html.open("br").element("span", text, "class", "faint");
  }

  private static String cost(CaseResult result, Function<ServerCost, Double> what) {
    Double whole = result.server() == null ? null : what.apply(result.server());
    return whole == null ? NumberFormats.NONE : NumberFormats.plain(whole / result.messages());
  }

  /** Describes values of this case alone, such as a benchmark's score, or missed deliveries. */
  private static String figures(CaseResult result) {
    return new TreeMap<>(result.figures())
        .entrySet().stream()
            .map(
                figure ->
                    ", %s %s"
                        .formatted(
                            figure.getKey(),
                            NumberFormats.with(
                                figure.getValue(),
                                Metric.of(figure.getKey())
                                    .filter(metric -> metric.dimension() != Dimension.COUNT)
                                    .map(metric -> metric.unit().symbol())
                                    .orElse(""))))
            .collect(Collectors.joining());
  }

  private static String errors(CaseResult result) {
    long errors = result.errorCount();
    return errors == 0
        ? "0"
        : "%s (%s): %s"
            .formatted(
                NumberFormats.count(errors),
                NumberFormats.percent(result.errorRate()),
                kinds(result));
  }

  private static String kinds(CaseResult result) {
    return new TreeMap<>(result.errors())
        .entrySet().stream()
            .filter(kind -> kind.getValue() > 0)
            .map(kind -> kind.getKey() + " " + NumberFormats.count(kind.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String generator(CaseResult result) {
    Generator generator = result.generator();
    List<String> parts = new ArrayList<>();
    parts.add(
        generator.cpu() == null
            ? "CPU not looked at"
            : "CPU " + NumberFormats.percent(generator.cpu()));
    if (generator.longestPauseMs() != null) {
      parts.add("longest pause " + NumberFormats.with(generator.longestPauseMs(), "ms"));
    }
    if (generator.intendedRatePerS() != null) {
      parts.add(
          NumberFormats.percent(generator.achievedRatePerS() / generator.intendedRatePerS())
              + " of the intended rate");
    }
    if (generator.connections() != null) {
      parts.add(NumberFormats.count(generator.connections()) + " connections");
    }
    if (generator.overload() != null) {
      parts.add(generator.overload());
    }
    if (result.origin() != null) {
      parts.add("measured by " + result.origin().tool());
      new TreeMap<>(result.origin().health())
          .forEach((name, value) -> parts.add(name + " " + value));
    }
    return String.join(", ", parts);
  }
}
