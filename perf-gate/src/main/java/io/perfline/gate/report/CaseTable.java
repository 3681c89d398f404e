package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.statistics.Spread;
import io.perfline.gate.text.ValueText;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the table of all measured values, with one row per case. */
final class CaseTable {

  /** The metrics of requests and times that have a column, which also shows their changes. */
  private static final Set<Metric> COLUMNS =
      EnumSet.of(
          Metric.THROUGHPUT,
          Metric.RESPONSE_TIME_P50,
          Metric.RESPONSE_TIME_P95,
          Metric.RESPONSE_TIME_P99,
          Metric.RESPONSE_TIME_MAX);

  private final RunWithSeconds run;
  private final Optional<Verdict> verdict;
  private final List<Line> compared;

  /**
   * Creates the table of a run.
   *
   * @param verdict the verdict, whose comparisons show how values changed; empty if the run was not
   *     judged
   */
  CaseTable(RunWithSeconds run, Optional<Verdict> verdict) {
    this.run = run;
    this.verdict = verdict;
    compared =
        verdict.stream()
            .flatMap(decided -> decided.lines().stream())
            .filter(line -> line.relative() && line.value() != null)
            .toList();
  }

  void write(HtmlBuilder html) {
    List<CaseResult> cases = run.run().cases();
    if (cases.isEmpty()) {
      html.element("p", "Nothing: the run contains no case.");
      return;
    }
    boolean kept = cases.stream().anyMatch(result -> result.keptBytes() != null);
    boolean cost = cases.stream().anyMatch(result -> result.server() != null);
    List<String> counted =
        cases.stream().map(result -> LoadUnit.of(result).noun()).distinct().sorted().toList();
    HtmlTable<CaseResult> table =
        new HtmlTable<CaseResult>()
            .heading("case", true, "", CaseTable::name)
            .figure(LoadUnit.rates(cases), this::throughput)
            .figure("MB/s", CaseTable::megabytes)
            .figure("requests", CaseTable::requests);
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
    List<Metric> titled =
        Arrays.stream(Metric.values())
            .filter(metric -> metric.reportTitle().isPresent())
            .filter(
                metric ->
                    (metric.isFrom(MetricSource.SERVER_COST) && !metric.ofNeed())
                        ? cost
                        : cases.stream().anyMatch(one -> Double.isFinite(metric.of(one))))
            .toList();
    titled.forEach(
        metric ->
            table.figure(
                metric.reportTitle().orElseThrow(),
                (cell, one) ->
                    figure(
                        cell,
                        one,
                        metric,
                        NumberFormats.plain(metric.shownIn().fromFirst(metric.of(one))))));
    if (cases.stream().anyMatch(result -> !furtherChanges(result).isEmpty())) {
      table.longText("further changes", this::furtherChanges);
    }
    table
        .text(
            "errors",
            result -> result.errorCount() == 0 ? "text" : "text long",
            (cell, result) -> cell.text(errors(result)))
        .longText("generator", CaseTable::generator)
        .text("valid", result -> "text long", this::validity)
        .write(
            html,
            "Every case; times are response times in ms, from the intended send time to the answer"
                + (kept ? "; bytes stored: per message" : "")
                + (cost
                    ? "; CPU and allocation: per %s, for the server process"
                        .formatted(String.join(" or ", counted))
                    : "")
                + (compared.isEmpty() ? "" : "; in small print the change against the baseline")
                + ". ±: 95 % interval, from the scatter within the case",
            cases);
  }

  private static void name(HtmlBuilder html, CaseResult result) {
    html.anchor(ReportAddress.anchor(result.name())).text(Curves.label(result));
  }

  /** Returns true for a case that was not measured, because its build equals the baseline. */
  private static boolean unmeasured(CaseResult result) {
    return result.unchanged() != null;
  }

  private static String megabytes(CaseResult result) {
    return unmeasured(result) ? NumberFormats.NONE : NumberFormats.megabytes(result.bytesPerS());
  }

  private static String requests(CaseResult result) {
    return unmeasured(result) ? NumberFormats.NONE : NumberFormats.count(result.requests());
  }

  private void throughput(HtmlBuilder html, CaseResult result) {
    if (unmeasured(result)) {
      html.text(NumberFormats.NONE);
      return;
    }
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

  private void validity(HtmlBuilder html, CaseResult result) {
    if (!result.valid()) {
      html.element("span", "? not valid", "class", "word invalid")
          .text(": " + String.join("; ", result.reasonsInvalid()));
      return;
    }
    if (result.unchanged() != null) {
      html.text("unchanged, not measured");
      return;
    }
    Optional<String> reason = notJudged(result);
    if (reason.isPresent()) {
      html.element("span", "? not judged", "class", "word invalid").text(": " + reason.get());
    } else {
      html.element("span", "✓ valid", "class", "word pass");
    }
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

  /**
   * Returns the reason why the whole run, or a limit of the case, could not be judged; empty if
   * both could.
   */
  private Optional<String> notJudged(CaseResult result) {
    return verdict.flatMap(
        decided ->
            decided.problems().stream()
                .findFirst()
                .or(
                    () ->
                        lines(decided.lines(Outcome.INVALID), result)
                            .map(CaseTable::reason)
                            .findFirst()));
  }

  private static String reason(Line line) {
    return line.othersPercent() == null
        ? line.reasonWithMethods()
        : "machine busy (other processes used %s)"
            .formatted(FigureFormat.withUnit(line.othersPercent(), "%"));
  }

  private static Stream<Line> lines(List<Line> lines, CaseResult result) {
    return lines.stream()
        .filter(line -> line.caseName().equals(result.name()))
        .filter(line -> result.target().equals(line.target()));
  }

  private void figure(HtmlBuilder html, CaseResult result, Metric metric, String figure) {
    figure(html, result, metric, figure, Optional.empty());
  }

  /** Writes a value with its relative uncertainty and its change. */
  private void figure(
      HtmlBuilder html, CaseResult result, Metric metric, String figure, Optional<Spread> spread) {
    html.text(figure);
    spread.ifPresent(
        one ->
            small(html, "±" + NumberFormats.percent((one.high() - one.low()) / 2 / one.value())));
    lines(compared, result)
        .filter(line -> line.metric().equals(metric.id()))
        .findFirst()
        .ifPresent(line -> small(html, Labels.value(line)));
  }

  /** Describes the changes of metrics that have no column. */
  private String furtherChanges(CaseResult result) {
    return lines(compared, result)
        .filter(line -> !hasColumn(line))
        .map(
            line ->
                "%s %s, %s"
                    .formatted(
                        Labels.metric(line.metric()),
                        ValueText.beforeAndAfter(line),
                        ValueText.measured(line)))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static boolean hasColumn(Line line) {
    return line.knownMetric()
        .filter(one -> COLUMNS.contains(one) || one.reportTitle().isPresent())
        .isPresent();
  }

  private static void small(HtmlBuilder html, String text) {
    html.open("br").element("span", text, "class", "faint");
  }

  /** Describes values that only this case has, such as a benchmark's score or missed deliveries. */
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
    if (unmeasured(result)) {
      return NumberFormats.NONE;
    }
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
    if (unmeasured(result)) {
      return NumberFormats.NONE;
    }
    Generator generator = result.generator();
    List<String> parts = new ArrayList<>();
    parts.add(
        generator.cpu() == null
            ? "CPU not judged"
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
