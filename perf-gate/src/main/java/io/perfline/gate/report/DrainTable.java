package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.core.run.Drain;
import java.util.List;

/** What became of the load of a service that was ended under it. */
final class DrainTable {

  private DrainTable() {}

  static void write(HtmlBuilder html, List<Case> cases) {
    List<Case> ended = cases.stream().filter(one -> one.drain() != null).toList();
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
    ended.forEach(one -> row(html, one, one.drain()));
    html.close("tbody");
    FigureMarkup.closeTable(html);
  }

  private static void row(HtmlBuilder html, Case one, Drain drain) {
    html.open("tr")
        .element("th", one.name(), "scope", "row")
        .element("td", drain.by(), "class", "text")
        .element("td", Numbers.ms(drain.timeMs() * 1000))
        .element("td", Numbers.count(drain.underWay()))
        .element("td", Numbers.count(drain.late()))
        .element("td", Numbers.count(drain.refused()))
        .element("td", Numbers.count(drain.lost()))
        .element("td", Numbers.count(drain.untold()))
        .element("td", one.stored() == null ? Numbers.NONE : acknowledged(one))
        .element("td", Numbers.count(drain.unstored()))
        .close("tr");
  }

  private static String acknowledged(Case one) {
    return Numbers.count(one.stored().acknowledged());
  }
}
