package io.perfline.gate.report;

import static java.util.stream.Collectors.joining;

import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** Every line of a verdict, the worst first; a column that is empty in every row is left out. */
final class ThresholdTable {

  /**
   * @param head as in {@link FigureMarkup#head}: an underscore in front makes a column of text
   * @param style the class of its cells; empty for figures
   */
  private record Column(String head, String style, Function<Line, String> cell) {

    boolean isEmptyIn(List<Line> lines) {
      return lines.stream().map(cell).allMatch(String::isEmpty);
    }

    void write(HtmlBuilder html, Line line) {
      if (style.isEmpty()) {
        html.element("td", cell.apply(line));
      } else {
        html.element("td", cell.apply(line), "class", style);
      }
    }
  }

  /** What stands behind the outcome and the name of the threshold. */
  private static final List<Column> COLUMNS =
      List.of(
          new Column("_case", "text", Line::caseName),
          new Column("_metric", "text", Labels::metric),
          new Column("_passes", "text short", Line::limit),
          new Column("measured", "", Labels::value),
          new Column("of its limit", "", Labels::limitShare),
          new Column("_interval", "text", Labels::shortInterval),
          new Column("samples", "", line -> NumberFormats.count(line.samples())),
          new Column("_baseline", "text long", Labels::baseline),
          new Column("_why", "text long", Line::reason));

  private ThresholdTable() {}

  static void write(HtmlBuilder html, Verdict verdict) {
    List<Line> lines = VerdictSections.worstFirst(verdict).toList();
    if (lines.isEmpty()) {
      return;
    }
    List<Column> columns = COLUMNS.stream().filter(column -> !column.isEmptyIn(lines)).toList();
    html.chapter("Thresholds");
    FigureMarkup.openTable(html, "Every threshold, the worst first" + intervals(lines));
    FigureMarkup.head(
        html,
        Stream.concat(Stream.of("_verdict", "_threshold"), columns.stream().map(Column::head))
            .toArray(String[]::new));
    html.open("tbody");
    for (Line line : lines) {
      html.open("tr").open("td", "class", "text");
      Labels.outcome(html, line);
      html.close("td").element("th", line.threshold(), "scope", "row");
      columns.forEach(column -> column.write(html, line));
      html.close("tr");
    }
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  /** How the intervals were computed. */
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
