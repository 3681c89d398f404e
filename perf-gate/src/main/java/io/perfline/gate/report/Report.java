package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Composes the report of a run. */
public final class Report {

  private static final String STYLE = "report.css";

  /** The profile whose reports include figures that others published for other machines. */
  private static final String NIGHTLY = "nightly";

  private final RunWithSeconds measured;
  private final Run run;
  private final Optional<Verdict> verdict;
  private final Optional<RunWithSeconds> against;
  private final Optional<Path> folder;
  private final Images images = new Images();

  /**
   * Creates the report of a run.
   *
   * @param folder the folder of the run, with everything that was recorded; empty if only the
   *     figures are known
   * @param against another run to show in the same charts; empty for none
   */
  Report(
      Optional<Path> folder,
      RunWithSeconds run,
      Optional<Verdict> verdict,
      Optional<RunWithSeconds> against) {
    this.folder = folder;
    this.measured = run;
    this.run = run.run();
    this.verdict = verdict;
    this.against = against;
  }

  /** The report's page, and all pictures in it. */
  record Document(String page, List<Drawing> drawings) {}

  Document compose() {
    HtmlBuilder html = begin(title());
    verdict.ifPresentOrElse(
        decided -> FirstScreen.write(html, decided, run, folder),
        () -> FirstScreen.notJudged(html, run.run()));
    html.contents(chapters(html.part())).close("main");
    footer(html);
    html.close("body").close("html");
    return new Document("<!DOCTYPE html>\n" + html, images.all());
  }

  /** Begins a page, up to the beginning of its main part. */
  static HtmlBuilder begin(String title) {
    return new HtmlBuilder()
        .open("html", "lang", "en")
        .open("head")
        .open("meta", "charset", "utf-8")
        .open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
        .open("meta", "name", "color-scheme", "content", "light dark")
        .element("title", title)
        .open("link", "rel", "stylesheet", "href", "report.css")
        .close("head")
        .open("body")
        .open("main");
  }

  private HtmlBuilder chapters(HtmlBuilder html) {
    boolean nightly = run.profile().startsWith(NIGHTLY);
    html.chapter("What was measured");
    new CaseTable(measured, verdict).write(html);
    facts(html);
    folder.ifPresent(run -> new WhySection(run, images).write(html, this.run));
    folder.ifPresent(place -> FailureSection.write(html, place, run.cases()));
    folder.ifPresent(place -> new TrendSection(place, run, images).write(html));
    WarmUpTable.write(html, run.cases());
    DrainTable.write(html, run.cases());
    LevelTable.write(html, run.cases(), images);
    verdict.ifPresent(decided -> ThresholdSection.write(html, decided));
    against.ifPresent(other -> new ComparisonSection(measured, other, images).write(html));
    if (nightly) {
      PublishedTable.write(html, run.cases());
    }
    new Curves(measured, images, nightly).write(html);
    return html;
  }

  private String title() {
    String outcome = verdict.map(decided -> decided.outcome().id()).orElse("not judged");
    return outcome + " · " + run.run() + " · " + run.branch();
  }

  private void facts(HtmlBuilder html) {
    html.open("dl", "class", "facts");
    fact(html, "run", run.run() + ", build " + run.build());
    fact(html, "commit", run.commit() + " on " + run.branch());
    fact(html, "profile", run.profile());
    fact(
        html,
        "measured",
        "%s, for %s"
            .formatted(
                run.started().truncatedTo(ChronoUnit.SECONDS),
                NumberFormats.duration(Duration.between(run.started(), run.ended()))));
    fact(
        html,
        "environment",
        "%s: %s, %s cores, %s GB, %s, JDK %s, fingerprint %s"
            .formatted(
                run.environment().name(),
                run.environment().cpu(),
                NumberFormats.count(run.environment().cores()),
                NumberFormats.plain(run.environment().memoryBytes() / 1e9),
                run.environment().os(),
                run.environment().jdk(),
                run.environment().fingerprint()));
    html.close("dl");
  }

  private static void fact(HtmlBuilder html, String name, String value) {
    html.element("dt", name).element("dd", value);
  }

  private static void footer(HtmlBuilder html) {
    html.open("footer").open("p").text("The whole figures: ");
    html.element("a", "run.json", "href", "../run.json")
        .text(
            ". Percentiles come from whole histograms; nothing is averaged, clamped or left out.");
    html.close("p").close("footer");
  }

  /**
   * Writes the report of a run without load, for which the verdict of an earlier run still counts.
   *
   * @param run the folder of the run without load
   * @param earlier the id of the run whose verdict counts
   * @return the file of the page
   */
  public static Path writeReused(Path run, Verdict verdict, String earlier) {
    HtmlBuilder html = begin(verdict.outcome().id() + " · " + verdict.run());
    FirstScreen.headline(html, verdict);
    html.open("p").text("Everything that was measured is in run ");
    String page = "report/index.html";
    if (Files.exists(run.resolveSibling(earlier).resolve(page))) {
      html.element("a", earlier, "href", "../../" + earlier + "/" + page);
    } else {
      html.text(earlier + ", whose folder is not here");
    }
    html.text(".").close("p").close("main").close("body").close("html");
    return writeFolder(run, new Document("<!DOCTYPE html>\n" + html, List.of()));
  }

  /**
   * Writes the files of a report into the folder of its run.
   *
   * @return the file of the page
   * @throws Fault (exit code 3) if the folder can't be written
   */
  static Path writeFolder(Path run, Report.Document files) {
    Path folder = run.resolve("report");
    Path part = run.resolve("report.part");
    try {
      FileTree.delete(part);
      Files.createDirectories(part);
      Files.writeString(part.resolve("index.html"), files.page());
      for (Drawing drawing : files.drawings()) {
        Files.writeString(part.resolve(drawing.file()), drawing.svg());
      }
      try (InputStream style = Report.class.getResourceAsStream(STYLE)) {
        Files.copy(style, part.resolve(STYLE));
      }
      FileTree.delete(folder);
      Files.move(part, folder);
      return folder.resolve("index.html");
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the report to " + folder + ": " + e, e);
    }
  }
}
