package io.perfline.gate.report;

import static java.util.Comparator.comparing;

import io.perfline.core.run.Case;
import io.perfline.core.run.Run;
import io.perfline.gate.trend.CaseTrend;
import io.perfline.gate.trend.Standing;
import io.perfline.gate.trend.TrendFile;
import io.perfline.gate.verdict.Outcome;
import java.nio.file.Path;
import java.util.List;

/** Where the run's cases stand in the history of their branch, the worst first. */
final class TrendSection {

  private static final int SHORT = 10;

  private final List<CaseTrend> cases;
  private final Pictures pictures;

  /**
   * @param folder the run's
   */
  TrendSection(Path folder, Run run, Pictures pictures) {
    this.pictures = pictures;
    cases =
        TrendFile.readIfThere(folder).stream()
            .filter(one -> one.recent().size() > 1)
            .filter(one -> run.cases().stream().anyMatch(measured -> isOf(one, measured)))
            .sorted(comparing(CaseTrend::state).reversed())
            .toList();
  }

  private static boolean isOf(CaseTrend one, Case measured) {
    return one.caseName().equals(measured.name()) && one.target().equals(measured.target());
  }

  /** Nothing when nobody looked, and for cases that were never measured before. */
  void write(HtmlBuilder html) {
    if (cases.isEmpty()) {
      return;
    }
    html.chapter("Trend");
    FigureMarkup.openTable(
        html,
        "Each case in the metric in which it stands worst: this run, or all since a level shift,"
            + " beside the runs before. Pictures: the newest runs, this one last");
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
    cases.forEach(one -> row(html, one));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private void row(HtmlBuilder html, CaseTrend one) {
    html.open("tr")
        .element("th", one.caseName(), "scope", "row")
        .element("td", one.target(), "class", "text")
        .element("td", Wording.metric(one.metric()), "class", "text")
        .open("td", "class", "text");
    picture(html, one);
    html.close("td")
        .element("td", Numbers.with(one.recent().get(one.recent().size() - 1), one.unit()))
        .element("td", one.usual() == null ? "" : Numbers.with(one.usual(), one.unit()))
        .element("td", one.changePercent() == null ? "" : signed(one.changePercent()))
        .element("td", one.changePercent() == null ? "" : interval(one))
        .open("td", "class", "text")
        .element("span", one.state().word(), "class", "word " + style(one.state()))
        .close("td")
        .element("td", commits(one), "class", "text")
        .close("tr");
  }

  private void picture(HtmlBuilder html, CaseTrend one) {
    Drawing drawing = pictures.kept(Sparkline.of(one));
    html.open("figure", "class", "spark")
        .open("img", "src", drawing.file(), "alt", drawing.description())
        .close("figure");
  }

  private static String interval(CaseTrend one) {
    return signed(one.lowPercent()) + " to " + signed(one.highPercent());
  }

  private static String signed(double percent) {
    return (percent > 0 ? "+" : "") + Numbers.with(percent, "%");
  }

  private static String commits(CaseTrend one) {
    return one.upToCommit().isEmpty()
        ? ""
        : "behind %s, up to %s".formatted(brief(one.afterCommit()), brief(one.upToCommit()));
  }

  private static String brief(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }

  private static String style(Standing.State state) {
    return switch (state) {
      case AS_USUAL, BETTER -> Wording.style(Outcome.PASS);
      case TOO_FEW_RUNS -> Wording.style(Outcome.NOT_IN_PROFILE);
      case KNOWN -> Wording.style(Outcome.WARN);
      case WORSE -> Wording.style(Outcome.FAIL);
    };
  }
}
