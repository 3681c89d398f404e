package io.perfline.gate.text;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.judge.RuleChange.Kind;
import io.perfline.gate.text.LimitGroups.Group;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Severity;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Summarizes a verdict in a sentence: the outcome, its reason, and the line to look at first. */
public final class VerdictSummary {

  private final List<String> problems;
  private final List<Line> all;
  private final List<Line> lines;
  private final Run run;

  public VerdictSummary(List<String> problems, List<Line> all, Run run) {
    this.problems = problems;
    this.all = all;
    this.run = run;
    lines =
        all.stream()
            .filter(line -> line.outcome() != Outcome.NOT_IN_PROFILE)
            .filter(line -> line.finding() != Finding.LOOSENED)
            .toList();
  }

  /** Returns the summary of a verdict with that of a second comparison of the same commit. */
  static String of(String first, Verdict second, String summary) {
    return "%s Second comparison, %s: %s".formatted(first, second.outcome().id(), summary);
  }

  public String text() {
    StringBuilder text = new StringBuilder(limits(true));
    if (run.cases().stream().anyMatch(one -> one.parameters().containsKey(CaseResult.INSECURE))) {
      text.append(
          " The certificate of the service was not checked: perf.yml sets 'insecure: true'.");
    }
    String loosened = loosened();
    if (!loosened.isEmpty()) {
      text.append(" Changed since %s: %s.".formatted(baselineName(run.baseline()), loosened));
    }
    return compared(text.toString());
  }

  /** Returns true if the summary ends with the line to look at first, because it warns. */
  boolean endsWithAWarning() {
    return Verdict.outcomeOf(problems, all) == Outcome.WARN && !linesWith(Outcome.WARN).isEmpty();
  }

  /** Returns the sentence on a warning without the line to look at first. */
  String brief() {
    return compared(limits(false));
  }

  private String compared(String text) {
    String compared = compared(lines, run.baseline());
    return compared.isEmpty()
        ? text
        : compared + "; " + text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  /** Counts the changed rules, as in {@code 2 looser limits and 1 lost case}. */
  private String loosened() {
    return Stream.of(Kind.values())
        .map(kind -> counted(kind, all.stream().filter(line -> isOf(line, kind)).count()))
        .filter(count -> !count.isEmpty())
        .collect(Collectors.joining(" and "));
  }

  private static boolean isOf(Line line, Kind kind) {
    return line.finding() == Finding.LOOSENED && line.metric().equals(kind.id());
  }

  private static String counted(Kind kind, long count) {
    String noun =
        switch (kind) {
          case THRESHOLD -> "looser limit";
          case CASE -> "lost case";
          case SETTING -> "changed setting";
        };
    return count == 0 ? "" : FigureFormat.counted(count, noun);
  }

  private String limits(boolean withFirst) {
    String profile = run.profile();
    return switch (Verdict.outcomeOf(problems, all)) {
      case PASS -> pass(profile);
      case WARN -> linesWith(Outcome.WARN).isEmpty() ? pass(profile) : warn(withFirst);
      case FAIL -> fail(run.baseline() != null);
      default ->
          !problems.isEmpty()
              ? "No verdict: %s%s."
                  .formatted(Quotation.inOneLine(problems.get(0)), more(problems.size()))
              : invalid(profile);
    };
  }

  private String pass(String profile) {
    long unchanged = lines.stream().filter(line -> line.finding() == Finding.UNCHANGED).count();
    long measured = lines.size() - unchanged;
    if (measured == 0) {
      return "Nothing that runs has changed, so the profile %s measured nothing."
          .formatted(profile);
    }
    String met =
        measured == 1
            ? "The one limit measured by the profile %s is met".formatted(profile)
            : "All %d limits measured by the profile %s are met".formatted(measured, profile);
    return unchanged == 0
        ? met + DetectableChanges.of(lines).map(changes -> "; " + changes).orElse("") + "."
        : "%s; %s not measured, because nothing that runs has changed."
            .formatted(met, unchanged == 1 ? "1 comparison was" : unchanged + " comparisons were");
  }

  private String warn(boolean withFirst) {
    List<Line> warned = linesWith(Outcome.WARN);
    return "No limit is exceeded, but %s of %d %s%s."
        .formatted(
            warned.size(),
            lines.size(),
            warned.size() == 1 ? "warns" : "warn",
            withFirst ? "; the first is " + describe(warned.get(0)) : "");
  }

  private String fail(boolean compared) {
    List<Line> exceeded = linesWith(Outcome.FAIL);
    Line worst = Severity.worst(exceeded.stream()).orElseThrow();
    boolean direct = exceeded.stream().anyMatch(line -> "direct".equals(line.target()));
    boolean through = exceeded.stream().anyMatch(line -> !"direct".equals(line.target()));
    boolean alreadyNamed = compared && worst(lines).filter(worst::equals).isPresent();
    LimitGroups limits = LimitGroups.of(lines);
    return "%s of %d exceeded: %s%s%s."
        .formatted(
            FigureFormat.counted(exceeded.size(), "limit"),
            lines.size(),
            alreadyNamed ? "%s (%s)".formatted(worst.threshold(), worst.limit()) : describe(worst),
            direct && through
                ? "; without the service it is slow as well, so suspect the machine or the store"
                : "",
            others(limits, Group.NOT_JUDGED) + others(limits, Group.NOT_FINISHED));
  }

  private static String others(LimitGroups limits, Group group) {
    int count = limits.lines(group).size();
    return count == 0
        ? ""
        : "; %s %s".formatted(FigureFormat.counted(count, "limit"), group.words());
  }

  private String invalid(String profile) {
    List<Line> invalid = linesWith(Outcome.INVALID);
    if (invalid.isEmpty()) {
      return "No verdict: no threshold applies to a case of the profile %s.".formatted(profile);
    }
    return "No verdict: %s%s.".formatted(describe(invalid.get(0)), more(invalid.size()));
  }

  private List<Line> linesWith(Outcome outcome) {
    return lines.stream().filter(line -> line.outcome() == outcome).toList();
  }

  private static String describe(Line line) {
    if (line.finding() == Finding.NOT_COMPARED) {
      return line.reason();
    }
    if (line.finding() == Finding.SERVER_ENDED) {
      return "%s: %s".formatted(line.caseName(), Quotation.inOneLine(line.reason()));
    }
    return "%s on %s (%s): %s"
        .formatted(
            line.threshold(), line.caseName(), line.target(), Quotation.inOneLine(line.reason()));
  }

  private static String more(int all) {
    return all == 1 ? "" : " (and %d more)".formatted(all - 1);
  }

  /** Describes the comparison, without a full stop; empty for a run without a baseline. */
  static String compared(List<Line> lines, RunBaseline baseline) {
    if (baseline == null) {
      return "";
    }
    String comparedWith = comparedWith(lines, baseline);
    return baseline.equalBuilds()
        ? "A/A measurement of equal builds: " + comparedWith
        : comparedWith;
  }

  private static String comparedWith(List<Line> lines, RunBaseline baseline) {
    if (baseline.problem() != null) {
      return "Not compared with a baseline: " + baseline.problem();
    }
    String baselineName = baselineName(baseline);
    Optional<Line> worst = worst(lines);
    if (worst.isPresent()) {
      boolean kept = lines.stream().filter(Line::comparesPairs).allMatch(VerdictSummary::isKept);
      return "%s %s: the worst change is that of %s, %s %s"
          .formatted(
              !kept
                  ? "Compared with"
                  : lines.stream().anyMatch(VerdictSummary::isWorse)
                      ? "Within limits, though worse than"
                      : "No slower than",
              baselineName,
              worst.get().caseName(),
              worst.get().metric(),
              ValueText.measured(worst.get()));
    }
    if (lines.stream().anyMatch(line -> line.finding() == Finding.SERVER_ENDED)) {
      return "Compared with " + baselineName;
    }
    return lines.stream().anyMatch(line -> line.finding() == Finding.UNCHANGED)
        ? "Unchanged since " + baselineName
        : "Not compared with " + baselineName;
  }

  /** Returns the worst comparison in pairs. */
  static Optional<Line> worst(List<Line> lines) {
    return Severity.worst(
        lines.stream().filter(line -> line.comparesPairs() && line.value() != null));
  }

  private static String baselineName(RunBaseline baseline) {
    return BaselineContent.Build.of(baseline, "the baseline").text();
  }

  private static boolean isWorse(Line line) {
    return line.finding() == Finding.WORSE_WITHIN_PASS && line.comparesPairs();
  }

  private static boolean isKept(Line line) {
    return line.outcome() == Outcome.PASS;
  }
}
