package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.run.Run;
import io.perfline.gate.text.Reproduction;
import io.perfline.gate.text.ValueText;
import io.perfline.gate.text.VerdictText;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.Why;
import io.perfline.gate.why.WhyText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the first screen of the report: the verdict in one sentence; for each case with an
 * exceeded limit, by how much it is exceeded and the methods that got slower; the commits in
 * between; and how to measure the case again.
 */
record FirstScreen(HtmlBuilder html, Verdict verdict, Optional<Why> why) {

  /** The maximum number of failed cases that are not folded away. */
  private static final int MAX_CASES = 4;

  private static final int MAX_METHODS = 3;
  private static final int MAX_COMMITS = 10;

  /** Writes the verdict of a run that was not judged. */
  static void notJudged(HtmlBuilder html, String run) {
    html.open("section", "class", "verdict none")
        .element("h1", "Not judged: there is no verdict on run " + run)
        .element("p", "perfline gate judges a run by thresholds.yml; then write this report again.")
        .close("section");
  }

  /** Writes the verdict of a run without load. */
  static void headline(HtmlBuilder html, Verdict verdict) {
    new FirstScreen(html, verdict, Optional.empty()).headline();
  }

  /**
   * Writes the first screen of a run with its verdict.
   *
   * @param folder the folder of the run; empty if only its figures are known
   */
  static void write(HtmlBuilder html, Verdict verdict, Run run, Optional<Path> folder) {
    FirstScreen screen = new FirstScreen(html, verdict, folder.flatMap(place -> why(place, run)));
    screen.headline();
    screen.exceeded();
    if (verdict.outcome() == Outcome.FAIL) {
      Reproduction.baselineCommit(verdict, run.baseline())
          .ifPresent(
              from ->
                  folder
                      .map(place -> CommitsBetween.of(place, from, run.commit()))
                      .ifPresent(screen::commits));
    }
    boolean imported = run.cases().stream().anyMatch(result -> result.origin() != null);
    if (verdict.outcome() == Outcome.FAIL && !imported) {
      html.element("h2", "How to reproduce", "class", "part")
          .element("pre", Reproduction.command(verdict, run.baseline()));
    }
  }

  /** Returns the slower methods; empty if they can't be read, which {@link WhySection} reports. */
  private static Optional<Why> why(Path folder, Run run) {
    try {
      return Why.of(folder, run);
    } catch (Fault unreadable) {
      return Optional.empty();
    }
  }

  private void headline() {
    html.open("section", "class", "verdict " + Labels.style(verdict.outcome())).open("h1");
    Labels.outcome(html, verdict.outcome());
    Optional<Line> worst =
        VerdictText.failing(verdict).values().stream().flatMap(List::stream).findFirst();
    String sentence =
        verdict.outcome() == Outcome.FAIL && worst.isPresent()
            ? VerdictText.sentence(worst.get(), comparedWith(worst.get()))
            : VerdictText.summary(verdict);
    html.text(" " + sentence).close("h1");
    if (verdict.outcome() == Outcome.FAIL) {
      worst.ifPresent(this::cause);
      html.element("p", verdict.summary(), "class", "faint");
    }
    List<String> reasons =
        Stream.of(
                verdict.problems().stream().filter(problem -> !sentence.contains(problem)),
                VerdictText.changes(verdict).stream().map(change -> "Warning: " + change),
                reasons(Outcome.INVALID, "Not judged: "),
                reasons(Outcome.WARN, "Warning: "))
            .flatMap(each -> each)
            .toList();
    if (!reasons.isEmpty()) {
      html.open("ul");
      reasons.forEach(reason -> html.element("li", reason));
      html.close("ul");
    }
    html.element("p", VerdictText.counts(verdict)).close("section");
  }

  /** Writes the values before and after, and the method that got slower most. */
  private void cause(Line worst) {
    Optional<String> cause =
        verdict.lines(Outcome.FAIL).stream()
            .filter(line -> line.caseName().equals(worst.caseName()))
            .map(Line::cause)
            .filter(Objects::nonNull)
            .findFirst();
    String text =
        Stream.of(Optional.of(ValueText.beforeAndAfter(worst)), cause)
            .flatMap(Optional::stream)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    if (!text.isEmpty()) {
      html.element("p", text, "class", "cause");
    }
  }

  private static String comparedWith(Line line) {
    return line.relative() ? ValueText.baseline(line.baseline()) : "";
  }

  private Stream<String> reasons(Outcome outcome, String word) {
    return VerdictText.grouped(verdict, outcome).stream().map(reason -> word + reason);
  }

  private void exceeded() {
    List<Map.Entry<String, List<Line>>> cases =
        List.copyOf(VerdictText.failing(verdict).entrySet());
    cases.stream().limit(MAX_CASES).forEach(one -> exceeded(one.getKey(), one.getValue()));
    if (cases.size() > MAX_CASES) {
      html.open("details")
          .element("summary", cases.size() - MAX_CASES + " more cases with exceeded limits");
      cases.stream().skip(MAX_CASES).forEach(one -> exceeded(one.getKey(), one.getValue()));
      html.close("details");
    }
  }

  private void exceeded(String name, List<Line> lines) {
    Optional<CaseWhy> known = why.flatMap(recorded -> recorded.of(name));
    html.open("article", "class", "exceeded").open("h2", "class", "part");
    html.anchor(ReportAddress.anchor(name)).text(name).close("h2");
    for (Line line : lines) {
      html.open("div").anchor(ReportAddress.anchor(line));
      values(line);
      IntervalBar.write(html, line);
      String basis = basis(line, known);
      html.element(basis.contains("\n") ? "pre" : "p", basis, "class", "faint").close("div");
    }
    known.ifPresent(this::methods);
    html.close("article");
  }

  /**
   * Writes values such as {@code CPU 100 → 162 µs per message, +62 % [+54 %, +71 %] (limit <= +3.5
   * %)}.
   */
  private void values(Line line) {
    html.open("p", "class", "values").element("b", Labels.metric(line.metric())).text(" ");
    String values = ValueText.beforeAndAfter(line);
    html.text(values.isEmpty() ? "" : values + ", ")
        .element("b", ValueText.measured(line), "class", "word fail");
    String warning = line.warn() == null ? "" : ", with a warning " + line.warn();
    html.text(" (limit %s%s)".formatted(line.limit(), warning)).close("p");
  }

  /** Describes what a line is based on; the slower methods are listed after all lines. */
  private static String basis(Line line, Optional<CaseWhy> known) {
    StringBuilder text = new StringBuilder(line.threshold() + ": ");
    text.append(known.isPresent() ? line.reason() : line.reasonWithMethods());
    BaselineOrigin baseline = line.baseline();
    text.append(baseline == null ? "" : "; baseline: " + ValueText.origin(baseline));
    if (line.interval() != null) {
      text.append("; confidence interval: ").append(Labels.method(line));
    }
    return text.toString();
  }

  private void methods(CaseWhy known) {
    html.element("h3", WhyText.title(List.of(known)));
    if (known.grown().isEmpty()) {
      html.element("p", WhyText.sentence(known));
      return;
    }
    html.open("ul");
    known.grown().stream()
        .limit(MAX_METHODS)
        .forEach(method -> html.element("li", WhyText.text(method, known.unit())));
    html.close("ul");
  }

  private void commits(CommitsBetween between) {
    List<String> commits = between.commits();
    html.element("h2", "Commits in between", "class", "part");
    if (commits.isEmpty()) {
      html.element("pre", "git log --oneline " + between.range());
      return;
    }
    html.open("ul");
    commits.stream().limit(MAX_COMMITS).forEach(commit -> html.element("li", commit));
    if (commits.size() > MAX_COMMITS) {
      html.element(
          "li",
          "and %d more: git log --oneline %s"
              .formatted(commits.size() - MAX_COMMITS, between.range()));
    }
    html.close("ul");
  }

  /**
   * The commits after the baseline up to the measured one.
   *
   * @param range both ends in the form that git accepts
   * @param commits the commits with their subjects, newest first; empty if git does not know them
   */
  record CommitsBetween(String range, List<String> commits) {

    private static final String DIRTY = "-dirty";

    /**
     * Finds the commits.
     *
     * @param folder a folder of the work tree
     * @param from the commit of the baseline
     * @param commit the measured commit
     */
    static CommitsBetween of(Path folder, String from, String commit) {
      String last = commit.replaceFirst(DIRTY + "$", "");
      Checkout checkout = new Checkout(folder);
      List<String> commits = new ArrayList<>();
      for (String one : checkout.between(from, last)) {
        commits.add(CommitId.shortened(one) + " " + checkout.subject(one).orElse(""));
      }
      if (commit.endsWith(DIRTY)) {
        commits.add("uncommitted changes");
      }
      Collections.reverse(commits);
      return new CommitsBetween(
          CommitId.shortened(from) + ".." + CommitId.shortened(last), commits);
    }
  }
}
