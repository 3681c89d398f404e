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
    html.chapter("Ended under load");
    FigureMarkup.openTable(
        html,
        "Under way: sent, and without an answer when the service was told to end. Late: those of"
            + " them that it answered afterwards. Refused: told to come again, or found the door"
            + " shut. Lost: taken, or sent before, and never answered. Not told:"
            + " stored, though the connection closed without an answer. Not stored: acknowledged"
            + " messages that the store doesn't hold. Of a redeployment the time runs until the"
            + " next one is ready.");
    FigureMarkup.head(
        html,
        "_case",
        "_ended by",
        "time, ms",
        "under way",
        "late",
        "refused",
        "lost",
        "not told",
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
