package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import java.util.List;

/** What became of the load of a service that was ended under it. */
final class DrainTable {

  private DrainTable() {}

  static void write(HtmlBuilder html, List<CaseResult> cases) {
    List<CaseResult> ended = cases.stream().filter(result -> result.drain() != null).toList();
    if (ended.isEmpty()) {
      return;
    }
    html.chapter("Graceful shutdown");
    FigureMarkup.openTable(
        html,
        "Under way: sent but not answered when the shutdown began. Late: those of them that were"
            + " answered afterwards. Refused: rejected with a retryable answer, or connection"
            + " refused. Lost: accepted, or sent before, and never answered. Unanswered: stored,"
            + " although the connection closed without an answer. Not stored: acknowledged"
            + " messages that are not in the store. The time of a redeployment ends when the next"
            + " instance is ready.");
    FigureMarkup.head(
        html,
        "_case",
        "_shutdown by",
        "time, ms",
        "under way",
        "late",
        "refused",
        "lost",
        "unanswered",
        "acknowledged",
        "not stored");
    html.open("tbody");
    ended.forEach(result -> row(html, result, result.drain()));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private static void row(HtmlBuilder html, CaseResult result, Drain drain) {
    html.open("tr")
        .element("th", result.name(), "scope", "row")
        .element("td", drain.by(), "class", "text")
        .element("td", NumberFormats.ms(drain.timeMs() * 1000))
        .element("td", NumberFormats.count(drain.underWay()))
        .element("td", NumberFormats.count(drain.late()))
        .element("td", NumberFormats.count(drain.refused()))
        .element("td", NumberFormats.count(drain.lost()))
        .element("td", NumberFormats.count(drain.untold()))
        .element("td", result.stored() == null ? NumberFormats.NONE : acknowledged(result))
        .element("td", NumberFormats.count(drain.unstored()))
        .close("tr");
  }

  private static String acknowledged(CaseResult result) {
    return NumberFormats.count(result.stored().acknowledged());
  }
}
