package io.perfline.gate.report;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Run;
import io.perfline.gate.run.TimeDistribution;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Composes the page of one run. Holds no state of its own beyond the drawings it refers to. */
final class Report {

  private final Run run;
  private final Optional<Verdict> verdict;
  private final List<Drawing> drawings = new ArrayList<>();

  Report(Run run, Optional<Verdict> verdict) {
    this.run = run;
    this.verdict = verdict;
  }

  /** The page and every picture it shows. */
  record Files(String page, List<Drawing> drawings) {}

  Files compose() {
    Html html = new Html();
    html.open("html", "lang", "en").open("head").open("meta", "charset", "utf-8");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
        .open("meta", "name", "color-scheme", "content", "light dark")
        .element("title", title())
        .open("link", "rel", "stylesheet", "href", "report.css")
        .close("head")
        .open("body")
        .open("main");
    VerdictSections.headline(html, run.run(), verdict);
    facts(html);
    verdict.ifPresent(decided -> VerdictSections.broken(html, decided, this::chart));
    CaseTable.write(html, run.cases());
    percentiles(html);
    verdict.ifPresent(decided -> VerdictSections.table(html, decided));
    html.close("main");
    footer(html);
    html.close("body").close("html");
    return new Files("<!DOCTYPE html>\n" + html, List.copyOf(drawings));
  }

  private String title() {
    String outcome = verdict.map(decided -> decided.outcome().word()).orElse("not judged");
    return outcome + " · " + run.run() + " · " + run.branch();
  }

  private void facts(Html html) {
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
                Numbers.duration(Duration.between(run.started(), run.ended()))));
    fact(
        html,
        "environment",
        "%s: %s, %s cores, %s GB, %s, JDK %s, fingerprint %s"
            .formatted(
                run.environment().name(),
                run.environment().cpu(),
                Numbers.count(run.environment().cores()),
                Numbers.plain(run.environment().memory_bytes() / 1e9),
                run.environment().os(),
                run.environment().jdk(),
                run.environment().fingerprint()));
    html.close("dl");
  }

  private static void fact(Html html, String name, String value) {
    html.element("dt", name).element("dd", value);
  }

  private void percentiles(Html html) {
    Map<String, Map<String, TimeDistribution>> bySimulation = new LinkedHashMap<>();
    run.cases().stream()
        .filter(measured -> measured.response_time().count() > 0)
        .forEach(
            measured ->
                bySimulation
                    .computeIfAbsent(measured.simulation(), any -> new LinkedHashMap<>())
                    .put(label(measured), measured.response_time()));
    if (bySimulation.isEmpty()) {
      return;
    }
    html.element("h2", "Response times").open("div", "class", "pair");
    bySimulation.forEach(
        (simulation, cases) ->
            Figures.figure(
                html,
                kept(
                    PercentileChart.of(cases)
                        .draw(
                            Drawing.fileName("percentiles", simulation),
                            "Response time by percentile, " + simulation))));
    html.close("div");
  }

  private static String label(Case measured) {
    return measured.name() + (measured.target().equals("direct") ? "" : ", " + measured.target());
  }

  private Optional<Drawing> chart(Line line) {
    return run.cases().stream()
        .filter(measured -> measured.name().equals(line.caseName()))
        .filter(measured -> line.target() == null || measured.target().equals(line.target()))
        .filter(measured -> measured.response_time().count() > 0)
        .findFirst()
        .flatMap(measured -> BrokenChart.of(line, measured))
        .map(this::kept);
  }

  private Drawing kept(Drawing drawing) {
    if (drawings.stream().noneMatch(other -> other.file().equals(drawing.file()))) {
      drawings.add(drawing);
    }
    return drawing;
  }

  private static void footer(Html html) {
    html.open("footer").open("p").text("The whole figures: ");
    html.element("a", "run.json", "href", "../run.json")
        .text(
            ". Percentiles come from whole histograms; nothing is averaged, clamped or left out.");
    html.close("p").close("footer");
  }
}
