package io.perfline.gate.report;

import io.perfline.gate.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page of a run without load, because the verdict of an earlier run stands. */
public final class StandingReport {

  private StandingReport() {}

  /**
   * Writes {@code RUN/report/}.
   *
   * @param run folder of the run without load
   * @param earlier id of the run whose verdict stands
   * @return the page
   */
  public static Path write(Path run, Verdict verdict, String earlier) {
    HtmlBuilder html = Report.begin(verdict.outcome().word() + " · " + verdict.run());
    FirstScreen.headline(html, verdict);
    html.open("p").text("Everything that was measured is in run ");
    String page = "report/index.html";
    if (Files.exists(run.resolveSibling(earlier).resolve(page))) {
      html.element("a", earlier, "href", "../../" + earlier + "/" + page);
    } else {
      html.text(earlier + ", whose folder is not here");
    }
    html.text(".").close("p").close("main").close("body").close("html");
    return Report.writeFolder(run, new Report.Document("<!DOCTYPE html>\n" + html, List.of()));
  }
}
