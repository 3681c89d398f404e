package io.perfline.gate.report;

import static java.util.Comparator.comparing;

import io.perfline.core.git.CommitId;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.TrendFile;
import io.perfline.gate.history.TrendFile.CaseTrend;
import io.perfline.gate.verdict.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The status of the run's cases in the history of their branch, the worst first. */
final class TrendSection {

  private static final int WIDTH = 160;
  private static final int HEIGHT = 32;
  private static final int MARGIN = 4;

  private final List<CaseTrend> cases;
  private final Images images;

  /**
   * @param folder the run's
   */
  TrendSection(Path folder, Run run, Images images) {
    this.images = images;
    cases =
        TrendFile.readIfThere(folder).stream()
            .filter(trend -> trend.recent().size() > 1)
            .filter(trend -> run.cases().stream().anyMatch(result -> isOf(trend, result)))
            .sorted(comparing(CaseTrend::state).reversed())
            .toList();
  }

  private static boolean isOf(CaseTrend trend, CaseResult result) {
    return trend.caseName().equals(result.name()) && trend.target().equals(result.target());
  }

  /** Writes nothing without a trend, and for cases that were never measured before. */
  void write(HtmlBuilder html) {
    if (cases.isEmpty()) {
      return;
    }
    html.chapter("Trend");
    new HtmlTable<CaseTrend>()
        .heading("case", CaseTrend::caseName)
        .text("target", CaseTrend::target)
        .text("metric", trend -> Labels.metric(trend.metric()))
        .text("newest runs", trend -> "text", this::picture)
        .figure(
            "newest",
            trend ->
                NumberFormats.with(trend.recent().get(trend.recent().size() - 1), trend.unit()))
        .figure(
            "usual",
            trend -> trend.usual() == null ? "" : NumberFormats.with(trend.usual(), trend.unit()))
        .figure(
            "change", trend -> trend.changePercent() == null ? "" : signed(trend.changePercent()))
        .figure("interval", trend -> trend.changePercent() == null ? "" : interval(trend))
        .text(
            "state",
            trend -> "text",
            (cell, trend) ->
                cell.element("span", trend.state().word(), "class", "word " + style(trend.state())))
        .text("commits", TrendSection::commits)
        .write(
            html,
            "Each case in the metric in which it is worst: this run, or all runs since a level"
                + " shift, compared with earlier runs. Charts: the newest runs, this one last",
            cases);
  }

  private void picture(HtmlBuilder html, CaseTrend trend) {
    Drawing drawing = images.kept(sparkline(trend));
    html.open("figure", "class", "spark")
        .open("img", "src", drawing.file(), "alt", drawing.description())
        .close("figure");
  }

  private static String interval(CaseTrend trend) {
    return signed(trend.lowPercent()) + " to " + signed(trend.highPercent());
  }

  private static String signed(double percent) {
    return (percent > 0 ? "+" : "") + NumberFormats.with(percent, "%");
  }

  private static String commits(CaseTrend trend) {
    return trend.upToCommit().isEmpty()
        ? ""
        : "after %s, up to %s"
            .formatted(
                CommitId.shortened(trend.afterCommit()), CommitId.shortened(trend.upToCommit()));
  }

  private static String style(CaseStatus.State state) {
    return switch (state) {
      case AS_USUAL, BETTER -> Labels.style(Outcome.PASS);
      case TOO_FEW_RUNS -> Labels.style(Outcome.NOT_IN_PROFILE);
      case KNOWN -> Labels.style(Outcome.WARN);
      case WORSE -> Labels.style(Outcome.FAIL);
    };
  }

  /**
   * @param trend with two runs at least
   */
  private static Drawing sparkline(CaseTrend trend) {
    List<Double> values = trend.recent();
    double least = values.stream().mapToDouble(v -> v).min().orElseThrow();
    double most = values.stream().mapToDouble(v -> v).max().orElseThrow();
    StringBuilder points = new StringBuilder();
    String last = "";
    for (int i = 0; i < values.size(); i++) {
      double x = MARGIN + (WIDTH - 2.0 * MARGIN) * i / (values.size() - 1);
      double y = height(values.get(i), least, most);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      last =
          String.format(
              Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#b3261e\"/>", x, y);
    }
    String usual = "";
    if (trend.usual() != null && trend.usual() >= least && trend.usual() <= most) {
      double y = height(trend.usual(), least, most);
      usual =
          String.format(
              Locale.ROOT,
              "<path d=\"M0 %.1fH%d\" stroke=\"#5b626e\" stroke-dasharray=\"3 3\"/>",
              y,
              WIDTH);
    }
    String description =
        "%s of %s in %d runs, from %s to %s"
            .formatted(
                Labels.metric(trend.metric()),
                trend.caseName(),
                values.size(),
                NumberFormats.with(least, trend.unit()),
                NumberFormats.with(most, trend.unit()));
    String svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">"
                .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT)
            + usual
            + "<polyline points=\"%s\" fill=\"none\" stroke=\"#0b57d0\" stroke-width=\"1.5\"/>"
                .formatted(points.toString().trim())
            + last
            + "</svg>";
    return new Drawing(
        Drawing.fileName("trend", trend.caseName() + "-" + trend.target()), description, svg);
  }

  private static double height(double value, double least, double most) {
    double share = most > least ? (value - least) / (most - least) : 0.5;
    return HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share;
  }
}
