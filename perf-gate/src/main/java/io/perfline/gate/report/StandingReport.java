package io.perfline.gate.report;

import io.perfline.gate.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the report of a run without load, for which the verdict of an earlier run still counts.
 */
public final class StandingReport {

  private StandingReport() {}

  /**
   * Writes {@code RUN/report/}.
   *
   * @param run the folder of the run without load
   * @param earlier the id of the run whose verdict counts
   * @return the file of the page
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
