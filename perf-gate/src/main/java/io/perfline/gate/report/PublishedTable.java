package io.perfline.gate.report;

import io.perfline.core.command.TextTable;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PublishedFigures.PublishedFigure;
import io.perfline.gate.report.ComparedSweep.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes tables that compare a run's sweeps with published figures, with one column per value. */
final class PublishedTable {

  private static final List<String> CAPACITY_HEAD =
      List.of("", "users", "hits/s", "MB/s", "errors");

  private static final Set<Integer> CAPACITY_FIGURES = Set.of(1, 2, 3);

  private static final List<List<String>> PUBLISHED_CAPACITY =
      List.of(
          List.of(
              "published, first system",
              "1,300",
              "1,400",
              "8.8",
              "connections refused, more than on the second each second"),
          List.of(
              "published, second system",
              "1,800",
              "1,800",
              "12",
              "connections refused, over 180, rarely more than one per second"));

  static final String NOTE =
      "Published in 2014, of two servers with 32 cores each: compare the shape, not the height. A"
          + " step is a tenth more or less messages per second than at the value before.";

  private PublishedTable() {}

  static void write(HtmlBuilder html, Collection<CaseResult> cases) {
    List<ComparedSweep> sweeps = ComparedSweep.of(cases);
    List<CaseResult> capacity = searched(cases);
    if (sweeps.isEmpty() && capacity.isEmpty()) {
      return;
    }
    html.chapter("Compared with published figures").element("p", NOTE, "class", "faint");
    html.open("div", "class", "pair");
    for (ComparedSweep sweep : sweeps) {
      HtmlTable.of(head(sweep), figures(sweep)).write(html, agreement(sweep), rows(sweep));
    }
    for (CaseResult result : capacity) {
      HtmlTable.of(CAPACITY_HEAD, CAPACITY_FIGURES)
          .write(html, capacityCaption(result), capacityRows(result));
    }
    html.close("div");
  }

  static String terminal(Collection<CaseResult> cases) {
    StringBuilder text = new StringBuilder();
    for (ComparedSweep sweep : ComparedSweep.of(cases)) {
      text.append(agreement(sweep)).append('\n');
      text.append(TextTable.of(head(sweep), figures(sweep)).rows(rows(sweep))).append('\n');
    }
    for (CaseResult result : searched(cases)) {
      text.append(capacityCaption(result)).append('\n');
      text.append(TextTable.of(CAPACITY_HEAD, CAPACITY_FIGURES).rows(capacityRows(result)))
          .append('\n');
    }
    return text.isEmpty()
        ? "Nothing was published of what this run measured.\n"
        : text + NOTE + "\n";
  }

  private static String agreement(ComparedSweep sweep) {
    return sweep.steps() == 0
        ? sweep.name()
        : "%s: %d of %d steps as published"
            .formatted(sweep.name(), sweep.agreeing(), sweep.steps());
  }

  private static List<String> head(ComparedSweep sweep) {
    String swept = sweep.name().substring(sweep.name().indexOf('/') + 1);
    return Stream.concat(
            Stream.of(swept.replace('_', ' ')), sweep.points().stream().map(Point::value))
        .toList();
  }

  private static Set<Integer> figures(ComparedSweep sweep) {
    return IntStream.rangeClosed(1, sweep.points().size()).boxed().collect(Collectors.toSet());
  }

  private static List<List<String>> rows(ComparedSweep sweep) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(sweep, "published, msg/s", point -> figure(point, PublishedTable::rate)));
    rows.add(row(sweep, "here, msg/s", PublishedTable::measured));
    if (sweep.steps() > 0) {
      rows.add(row(sweep, "step published", point -> text(point.published())));
      rows.add(row(sweep, "step here", point -> text(point.ours())));
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

  private static String text(Optional<ComparedSweep.Step> step) {
    return step.map(ComparedSweep.Step::text).orElse("");
  }

  private static List<CaseResult> searched(Collection<CaseResult> cases) {
    return cases.stream().filter(result -> !result.levels().isEmpty()).toList();
  }

  private static String capacityCaption(CaseResult result) {
    return result.name() + ": the most users, and their times";
  }

  /**
   * Returns the published rows and then our own. Ours covers the whole search, the published ones
   * only its end.
   */
  private static List<List<String>> capacityRows(CaseResult result) {
    double seconds = Duration.between(result.start(), result.end()).toMillis() / 1e3;
    int users = result.levels().stream().mapToInt(Level::users).max().orElse(0);
    List<String> here =
        List.of(
            "here, at all levels",
            NumberFormats.count(users),
            NumberFormats.plain(result.requests() / seconds),
            NumberFormats.megabytes(result.bytes() / seconds),
            NumberFormats.count(result.errorCount()));
    return List.of(PUBLISHED_CAPACITY.get(0), PUBLISHED_CAPACITY.get(1), here);
  }
}
