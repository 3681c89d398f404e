package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.Run;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.CaseWhy.Graph;
import io.perfline.gate.why.MethodChange;
import io.perfline.gate.why.TotalChange;
import io.perfline.gate.why.Why;
import io.perfline.gate.why.WhyText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the methods that got slower from the baseline to the candidate, with flame graphs.
 *
 * @param folder the folder of the run
 */
record WhySection(Path folder, Images images) {

  /** Writes the section, or why its files can't be read. Writes nothing if nothing was recorded. */
  void write(HtmlBuilder html, Run run) {
    try {
      Why.of(folder, run).ifPresent(why -> write(html, why));
    } catch (Fault unreadable) {
      html.chapter("Slower methods");
      html.element("p", "The slower methods are not known: " + unreadable.getMessage() + ".");
    }
  }

  private void write(HtmlBuilder html, Why why) {
    html.chapter(WhyText.title(why.cases()));
    for (CaseWhy caseWhy : why.cases()) {
      html.element("h3", caseWhy.name());
      html.element("p", WhyText.sentence(caseWhy));
      if (caseWhy.problem() == null) {
        html.element("p", facts(caseWhy), "class", "faint");
        methods(html, caseWhy, "Methods of the service", true);
        methods(html, caseWhy, "Methods of libraries, called by none of the service", false);
        caseWhy.graphs().forEach(graph -> picture(html, graph));
      }
    }
  }

  private static void methods(HtmlBuilder html, CaseWhy caseWhy, String caption, boolean own) {
    List<MethodChange> changes =
        caseWhy.changes().stream().filter(change -> change.own() == own).toList();
    if (changes.isEmpty()) {
      return;
    }
    new HtmlTable<MethodChange>()
        .heading("method", true, "", (cell, change) -> cell.element("code", change.place()))
        .text(
            "of",
            change -> "text short",
            (cell, change) -> cell.text(change.resource().per(caseWhy.unit())))
        .figure("baseline", change -> WhyText.figure(change.baseline()))
        .figure("now", change -> WhyText.figure(change.candidate()))
        .figure("change", change -> WhyText.signed(change.change()))
        .figure(
            "interval",
            change -> WhyText.signed(change.low()) + " to " + WhyText.signed(change.high()))
        .figure("itself", change -> WhyText.signed(change.self()))
        .text(
            "most in",
            change -> "text",
            (cell, change) ->
                cell.element(
                    "code", change.within() == null ? change.shortName() : change.within()))
        .write(html, caption, changes);
  }

  private static String facts(CaseWhy caseWhy) {
    StringBuilder facts = new StringBuilder();
    for (TotalChange total : caseWhy.totals()) {
      facts.append(WhyText.text(total, caseWhy.unit())).append("; ");
    }
    return facts
        .append(WhyText.recorded(caseWhy))
        .append(" The verdict rests on none of these slices.")
        .toString();
  }

  /** Writes the boxes of a flame graph as nested lists. */
  private static void boxes(HtmlBuilder html, List<CaseWhy.Box> boxes) {
    html.open("div", "class", "boxes");
    int open = 0;
    for (CaseWhy.Box box : boxes) {
      for (; open > box.depth() + 1; open--) {
        html.close("li").close("ul");
      }
      if (open == box.depth() + 1) {
        html.close("li");
      } else {
        html.open("ul");
        open++;
      }
      html.open("li").text(box.text());
    }
    for (; open > 0; open--) {
      html.close("li").close("ul");
    }
    html.close("div");
  }

  private void picture(HtmlBuilder html, Graph graph) {
    Path file = FlightRecordings.folder(folder).resolve(graph.file());
    try {
      Drawing drawing = new Drawing(graph.file(), graph.description(), "", Files.readString(file));
      FigureMarkup.wideFigure(
          html,
          images.kept(drawing),
          graph.width(),
          graph.height(),
          "%s: open it to see each box's method and figures. Stacks for other tools are in why/."
              .formatted(graph.title()));
      boxes(html, graph.boxes());
    } catch (IOException e) {
      html.element(
          "p",
          "The picture %s cannot be read: %s. Delete why.json, and 'perfline report' draws it anew."
              .formatted(file, e));
    }
  }
}
