package io.perfline.gate.report;

import static java.util.Comparator.comparing;

import io.perfline.core.git.CommitId;
import io.perfline.core.run.Run;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.history.TrendFile;
import io.perfline.gate.history.TrendFile.CaseTrend;
import io.perfline.gate.verdict.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the status of the branch's cases at the time of this run: those that changed or are stale,
 * then the rest.
 */
final class TrendSection {

  private static final int WIDTH = 160;
  private static final int HEIGHT = 32;
  private static final int MARGIN = 4;

  private final Path folder;
  private final Run run;
  private final Images images;
  private final List<CaseTrend> noteworthy;
  private final List<CaseTrend> rest;

  /**
   * Reads the trend of a run.
   *
   * @param folder the folder of the run
   */
  TrendSection(Path folder, Run run, Images images) {
    this.folder = folder;
    this.run = run;
    this.images = images;
    List<CaseTrend> cases =
        TrendFile.readIfPresent(folder).stream()
            .sorted(comparing(CaseTrend::state).reversed())
            .toList();
    noteworthy = cases.stream().filter(trend -> trend.state().noteworthy()).toList();
    rest =
        cases.stream()
            .filter(trend -> !trend.state().noteworthy())
            .filter(trend -> trend.recent().size() > 1)
            .toList();
  }

  /** Writes the section, unless there is no trend, or no case was measured before. */
  void write(HtmlBuilder html) {
    if (noteworthy.isEmpty() && rest.isEmpty()) {
      return;
    }
    html.chapter("Trend");
    html.open("p");
    for (State state : List.of(State.WORSE, State.KNOWN, State.STALE, State.BETTER)) {
      long count = noteworthy.stream().filter(trend -> trend.state() == state).count();
      String figure = "%d %s".formatted(count, state.text());
      if (count > 0) {
        html.element("span", figure, "class", "word " + style(state));
      } else {
        html.text(figure);
      }
      html.text(" · ");
    }
    html.text("%d unchanged".formatted(rest.size())).close("p");
    if (!noteworthy.isEmpty()) {
      table(html, "Cases that changed, or whose newest valid measurement is old", noteworthy);
    }
    if (!rest.isEmpty()) {
      html.open("details").element("summary", "%d unchanged cases".formatted(rest.size()));
      table(html, "Cases as usual, and those with too few runs to compare with", rest);
      html.close("details");
    }
  }

  private void table(HtmlBuilder html, String caption, List<CaseTrend> cases) {
    new HtmlTable<CaseTrend>()
        .heading("case", CaseTrend::caseName)
        .text("target", CaseTrend::target)
        .text(
            "state",
            trend -> "text",
            (cell, trend) ->
                cell.element("span", trend.state().text(), "class", "word " + style(trend.state())))
        .text("metric", trend -> Labels.metric(trend.metric()))
        .figure("change [interval]", CaseTrend::change)
        .text("since commits", trend -> "text", this::commits)
        .text("measured", this::measured)
        .text("newest runs", trend -> "text", this::picture)
        .figure("newest", TrendSection::newest)
        .write(
            html,
            caption
                + ". Each case in the metric in which it is worst: its newest run, or all runs of"
                + " the current level, compared with the last known level. Charts: the newest"
                + " runs, the last one on the right; dashed: the level that they are compared with",
            cases);
  }

  private static String newest(CaseTrend trend) {
    List<Double> recent = trend.recent();
    return recent.isEmpty()
        ? NumberFormats.NONE
        : NumberFormats.with(recent.get(recent.size() - 1), trend.unit());
  }

  private void picture(HtmlBuilder html, CaseTrend trend) {
    if (trend.recent().size() < 2) {
      html.text(NumberFormats.NONE);
      return;
    }
    Drawing drawing = images.kept(sparkline(trend));
    html.open("figure", "class", "spark")
        .open("img", "src", drawing.file(), "alt", drawing.alternative())
        .close("figure");
  }

  private void commits(HtmlBuilder html, CaseTrend trend) {
    if (trend.upToCommit().isEmpty()) {
      html.text(NumberFormats.NONE);
      return;
    }
    html.text("after %s, up to ".formatted(CommitId.shortened(trend.afterCommit())));
    String commit = CommitId.shortened(trend.upToCommit());
    String page = "report/index.html";
    if (Files.exists(folder.resolveSibling(trend.sinceRun()).resolve(page))) {
      html.element("a", commit, "href", "../../" + trend.sinceRun() + "/" + page);
    } else {
      html.text(commit);
    }
  }

  private String measured(CaseTrend trend) {
    Duration age = Duration.between(trend.measured(), run.started());
    if (age.isZero() || age.isNegative()) {
      return trend.freshness().isEmpty() ? "in this run" : trend.freshness();
    }
    String ago =
        age.toDays() > 0 ? age.toDays() + " d before" : Math.max(1, age.toHours()) + " h before";
    return trend.freshness().isEmpty() ? ago : ago + ", " + trend.freshness();
  }

  private static String style(State state) {
    return switch (state) {
      case AS_USUAL, BETTER -> Labels.style(Outcome.PASS);
      case TOO_FEW_RUNS -> Labels.style(Outcome.NOT_IN_PROFILE);
      case KNOWN -> Labels.style(Outcome.WARN);
      case STALE -> Labels.style(Outcome.INVALID);
      case WORSE -> Labels.style(Outcome.FAIL);
    };
  }

  /**
   * Draws the values of the newest runs.
   *
   * @param trend a trend with at least two runs
   */
  private static Drawing sparkline(CaseTrend trend) {
    List<Double> values = trend.recent();
    double min = values.stream().mapToDouble(v -> v).min().orElseThrow();
    double max = values.stream().mapToDouble(v -> v).max().orElseThrow();
    StringBuilder points = new StringBuilder();
    String last = "";
    for (int i = 0; i < values.size(); i++) {
      double x = MARGIN + (WIDTH - 2.0 * MARGIN) * i / (values.size() - 1);
      double y = height(values.get(i), min, max);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      last =
          String.format(
              Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#b3261e\"/>", x, y);
    }
    String usual = "";
    if (trend.usual() != null && trend.usual() >= min && trend.usual() <= max) {
      double y = height(trend.usual(), min, max);
      usual =
          String.format(
              Locale.ROOT,
              "<path d=\"M0 %.1fH%d\" stroke=\"#5b626e\" stroke-dasharray=\"3 3\"/>",
              y,
              WIDTH);
    }
    String description =
        "%s of %s in %d runs"
            .formatted(Labels.metric(trend.metric()), trend.caseName(), values.size());
    String data =
        values.stream()
            .map(value -> NumberFormats.with(value, trend.unit()))
            .collect(Collectors.joining(", "));
    String svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">"
                .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT)
            + usual
            + "<polyline points=\"%s\" fill=\"none\" stroke=\"#0b57d0\" stroke-width=\"1.5\"/>"
                .formatted(points.toString().trim())
            + last
            + "</svg>";
    return new Drawing(
        Drawing.fileName("trend", trend.caseName() + "-" + trend.target()), description, data, svg);
  }

  private static double height(double value, double min, double max) {
    double share = max > min ? (value - min) / (max - min) : 0.5;
    return HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share;
  }
}
