package io.perfline.gate.report;

import static java.util.Comparator.comparing;

import io.perfline.core.git.CommitId;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.gate.trend.CaseStatus;
import io.perfline.gate.trend.CaseTrend;
import io.perfline.gate.trend.TrendFile;
import io.perfline.gate.verdict.Outcome;
import java.nio.file.Path;
import java.util.List;

/** Where the run's cases stand in the history of their branch, the worst first. */
final class TrendSection {

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

  /** Nothing when nobody looked, and for cases that were never measured before. */
  void write(HtmlBuilder html) {
    if (cases.isEmpty()) {
      return;
    }
    html.chapter("Trend");
    FigureMarkup.openTable(
        html,
        "Each case in the metric in which it stands worst: this run, or all since a"
            + " level shift, compared with earlier runs. Charts: the newest runs, this one"
            + " last");
    FigureMarkup.head(
        html,
        "_case",
        "_target",
        "_metric",
        "_newest runs",
        "newest",
        "usual",
        "change",
        "interval",
        "_state",
        "_commits");
    html.open("tbody");
    cases.forEach(trend -> row(html, trend));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private void row(HtmlBuilder html, CaseTrend trend) {
    html.open("tr")
        .element("th", trend.caseName(), "scope", "row")
        .element("td", trend.target(), "class", "text")
        .element("td", Labels.metric(trend.metric()), "class", "text")
        .open("td", "class", "text");
    picture(html, trend);
    html.close("td")
        .element(
            "td", NumberFormats.with(trend.recent().get(trend.recent().size() - 1), trend.unit()))
        .element("td", trend.usual() == null ? "" : NumberFormats.with(trend.usual(), trend.unit()))
        .element("td", trend.changePercent() == null ? "" : signed(trend.changePercent()))
        .element("td", trend.changePercent() == null ? "" : interval(trend))
        .open("td", "class", "text")
        .element("span", trend.state().word(), "class", "word " + style(trend.state()))
        .close("td")
        .element("td", commits(trend), "class", "text")
        .close("tr");
  }

  private void picture(HtmlBuilder html, CaseTrend trend) {
    Drawing drawing = images.kept(Sparkline.of(trend));
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
}
