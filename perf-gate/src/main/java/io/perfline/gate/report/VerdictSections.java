package io.perfline.gate.report;

import static java.util.stream.Collectors.joining;

import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.LineText;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictText;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The verdict: its summary, exceeded limits, and all lines. */
final class VerdictSections {

  private VerdictSections() {}

  /** Writes the outcome and summary. */
  static void headline(HtmlBuilder html, String run, Optional<Verdict> verdict) {
    if (verdict.isEmpty()) {
      html.open("section", "class", "verdict none")
          .element("h1", "Not judged: there is no verdict on run " + run)
          .element("p", "perf gate judges a run by thresholds.yml; then write this report again.")
          .close("section");
      return;
    }
    Verdict decided = verdict.get();
    html.open("section", "class", "verdict " + Labels.style(decided.outcome())).open("h1");
    Labels.outcome(html, decided.outcome());
    html.text(": " + decided.summary()).close("h1");
    if (decided.problems().stream().anyMatch(problem -> !decided.summary().contains(problem))) {
      html.open("ul");
      decided.problems().forEach(problem -> html.element("li", problem));
      html.close("ul");
    }
    if (!decided.notJudged().isEmpty()) {
      html.element("p", "Measured, not judged: " + String.join(", ", decided.notJudged()));
    }
    html.close("section");
  }

  /**
   * Writes exceeded lines and those without a verdict, the worst first, each with its chart.
   *
   * @param chart draws the chart of a line, if there is one
   */
  static void broken(HtmlBuilder html, Verdict verdict, Function<Line, Optional<Drawing>> chart) {
    List<Line> lines = worstFirst(verdict).filter(VerdictSections::isRed).toList();
    if (lines.isEmpty()) {
      return;
    }
    html.chapter(
        lines.stream().anyMatch(line -> line.outcome() == Outcome.FAIL)
            ? "What broke"
            : "What has no verdict");
    for (Line line : lines) {
      html.open("article", "class", "broken " + Labels.style(line.outcome())).open("h3");
      Labels.outcome(html.anchor(ReportAddress.anchor(line.caseName())), line.outcome());
      html.text(" " + line.caseName() + ": " + line.threshold()).close("h3");
      if (!LineText.beforeAndAfter(line).isEmpty()) {
        html.element("p", VerdictText.change(line));
      }
      html.element("p", line.reason());
      html.element("p", facts(line), "class", "faint");
      chart.apply(line).ifPresent(drawing -> FigureMarkup.figure(html, drawing));
      html.close("article");
    }
  }

  private static String facts(Line line) {
    StringBuilder facts =
        new StringBuilder(
            "%s passes %s; %s".formatted(Labels.metric(line), line.limit(), Labels.measured(line)));
    if (line.interval() != null) {
      facts.append(", ").append(Labels.interval(line));
    }
    facts.append("; ").append(NumberFormats.count(line.samples())).append(" samples");
    if (line.relative()) {
      facts.append("; baseline ").append(Labels.baseline(line));
    }
    return facts.toString();
  }

  private static boolean isRed(Line line) {
    return line.outcome() == Outcome.FAIL || line.outcome() == Outcome.INVALID;
  }

  /**
   * Sorts lines by outcome: exceeded, no verdict, warnings, passes, other profiles; otherwise in
   * the file's order.
   */
  static Stream<Line> worstFirst(Verdict verdict) {
    List<Outcome> order =
        List.of(Outcome.FAIL, Outcome.INVALID, Outcome.WARN, Outcome.PASS, Outcome.NOT_IN_PROFILE);
    return verdict.lines().stream()
        .sorted(Comparator.comparingInt(line -> order.indexOf(line.outcome())));
  }

  static void thresholds(HtmlBuilder html, Verdict verdict) {
    List<Line> lines = VerdictSections.worstFirst(verdict).toList();
    if (lines.isEmpty()) {
      return;
    }
    html.chapter("Thresholds");
    HtmlTable<Line> table =
        new HtmlTable<Line>()
            .text("verdict", line -> "text", Labels::outcome)
            .heading("threshold", Line::threshold)
            .text("case", Line::caseName)
            .text("metric", Labels::metric)
            .text("passes", line -> "text short", (cell, line) -> cell.text(line.limit()))
            .figure("measured", Labels::value);
    Function<Function<Line, String>, Boolean> known =
        cell -> !lines.stream().map(cell).allMatch(String::isEmpty);
    if (known.apply(Labels::limitShare)) {
      table.figure("of its limit", Labels::limitShare);
    }
    if (known.apply(Labels::shortInterval)) {
      table.text("interval", Labels::shortInterval);
    }
    table.figure("samples", line -> NumberFormats.count(line.samples()));
    if (known.apply(Labels::baseline)) {
      table.longText("baseline", Labels::baseline);
    }
    table
        .longText("why", Line::reason)
        .write(html, "Every threshold, the worst first" + intervals(lines), lines);
  }

  /** Describes the methods of the intervals. */
  private static String intervals(List<Line> lines) {
    String methods =
        lines.stream()
            .map(Line::interval)
            .filter(Objects::nonNull)
            .map(ConfidenceInterval::method)
            .distinct()
            .collect(joining("; "));
    return methods.isEmpty() ? "" : ". Intervals: " + methods;
  }
}
