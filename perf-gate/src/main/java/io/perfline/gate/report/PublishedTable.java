package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.gate.compare.ComparedSweep;
import io.perfline.gate.compare.ComparedSweep.Point;
import io.perfline.gate.compare.PublishedFigure;
import io.perfline.gate.compare.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A run's sweeps in the published layout, beside what was published: a column a value. */
final class PublishedTable {

  static final String NOTE =
      "Published in 2014, of two servers with 32 cores each: compare the shape, not the height. A"
          + " step is a tenth more or less messages per second than at the value before.";

  private PublishedTable() {}

  static void write(HtmlBuilder html, Collection<CaseResult> cases) {
    List<ComparedSweep> sweeps = ComparedSweep.of(cases);
    List<CaseResult> capacity = PublishedCapacity.searched(cases);
    if (sweeps.isEmpty() && capacity.isEmpty()) {
      return;
    }
    html.chapter("Compared with published figures").element("p", NOTE, "class", "faint");
    html.open("div", "class", "pair");
    for (ComparedSweep sweep : sweeps) {
      table(html, agreement(sweep), head(sweep), rows(sweep));
    }
    for (CaseResult result : capacity) {
      table(
          html,
          PublishedCapacity.caption(result),
          PublishedCapacity.HEAD,
          PublishedCapacity.rows(result));
    }
    html.close("div");
  }

  private static void table(
      HtmlBuilder html, String caption, List<String> head, List<List<String>> rows) {
    FigureMarkup.openTable(html, caption);
    FigureMarkup.head(html, head.toArray(String[]::new));
    html.open("tbody");
    for (List<String> row : rows) {
      html.open("tr").element("th", row.get(0), "scope", "row");
      row.stream().skip(1).forEach(cell -> html.element("td", cell));
      html.close("tr");
    }
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  /** The same for the terminal. */
  static String terminal(Collection<CaseResult> cases) {
    StringBuilder text = new StringBuilder();
    for (ComparedSweep sweep : ComparedSweep.of(cases)) {
      text.append(agreement(sweep)).append('\n');
      text.append(FigureMarkup.terminal(head(sweep), rows(sweep))).append('\n');
    }
    for (CaseResult result : PublishedCapacity.searched(cases)) {
      text.append(PublishedCapacity.caption(result)).append('\n');
      text.append(FigureMarkup.terminal(PublishedCapacity.HEAD, PublishedCapacity.rows(result)))
          .append('\n');
    }
    return text.isEmpty()
        ? "Nothing was published of what this run measured.\n"
        : text + NOTE + "\n";
  }

  private static String agreement(ComparedSweep sweep) {
    return sweep.steps() == 0
        ? sweep.name()
        : "%s: %d of %d steps go as published"
            .formatted(sweep.name(), sweep.agreeing(), sweep.steps());
  }

  private static List<String> head(ComparedSweep sweep) {
    String swept = sweep.name().substring(sweep.name().indexOf('/') + 1);
    return Stream.concat(
            Stream.of("_" + swept.replace('_', ' ')), sweep.points().stream().map(Point::value))
        .toList();
  }

  private static List<List<String>> rows(ComparedSweep sweep) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(sweep, "published, msg/s", point -> figure(point, PublishedTable::rate)));
    rows.add(row(sweep, "here, msg/s", PublishedTable::measured));
    if (sweep.steps() > 0) {
      rows.add(row(sweep, "step published", point -> word(point.published())));
      rows.add(row(sweep, "step here", point -> word(point.ours())));
    }
    if (sweep.points().stream()
        .anyMatch(point -> !figure(point, PublishedTable::kept).equals(NumberFormats.NONE))) {
      rows.add(row(sweep, "published, bytes stored", point -> figure(point, PublishedTable::kept)));
      rows.add(row(sweep, "here, bytes stored", PublishedTable::measuredKept));
    }
    if (sweep.points().stream()
        .anyMatch(point -> !figure(point, PublishedTable::times).equals(NumberFormats.NONE))) {
      rows.add(
          row(sweep, "published, mean / p50 ms", point -> figure(point, PublishedTable::times)));
      rows.add(row(sweep, "here, mean / p50 ms", PublishedTable::measuredTimes));
    }
    return rows;
  }

  private static List<String> row(ComparedSweep sweep, String name, Function<Point, String> cell) {
    return Stream.concat(Stream.of(name), sweep.points().stream().map(cell)).toList();
  }

  private static String figure(Point point, Function<PublishedFigure, String> words) {
    return point.figure().map(words).orElse(NumberFormats.NONE);
  }

  private static String kept(PublishedFigure figure) {
    return NumberFormats.plain(figure.keptBytes());
  }

  private static String measuredKept(Point point) {
    return NumberFormats.plain(SweepChart.keptPerMessage(point.measured()));
  }

  private static String rate(PublishedFigure figure) {
    return figure.note().isEmpty() ? NumberFormats.plain(figure.messagesPerS()) : figure.note();
  }

  private static String times(PublishedFigure figure) {
    return Double.isFinite(figure.meanUs())
        ? times(figure.meanUs(), figure.medianUs())
        : NumberFormats.NONE;
  }

  private static String times(double meanUs, double medianUs) {
    return NumberFormats.ms(meanUs) + " / " + NumberFormats.ms(medianUs);
  }

  private static String measured(Point point) {
    CaseResult result = point.measured();
    if (!result.valid()) {
      return "not valid";
    }
    return result.messages() == 0 ? "refused" : NumberFormats.plain(result.throughputPerS());
  }

  private static String measuredTimes(Point point) {
    return point.measured().times().count() == 0
        ? NumberFormats.NONE
        : times(point.measured().times().meanUs(), point.measured().times().percentileUs(50));
  }

  private static String word(Optional<Step> step) {
    return step.map(Step::word).orElse("");
  }
}
