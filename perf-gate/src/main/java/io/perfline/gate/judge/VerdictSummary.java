package io.perfline.gate.judge;

import io.perfline.core.run.Run;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Says in one sentence how it came out, why, and what to look at first. */
final class VerdictSummary {

  private final List<Line> lines;

  private VerdictSummary(List<Line> lines) {
    this.lines = lines.stream().filter(line -> line.outcome() != Outcome.NOT_IN_PROFILE).toList();
  }

  static String of(List<String> problems, List<Line> all, Run run) {
    VerdictSummary summary = new VerdictSummary(all);
    Outcome outcome = Verdict.outcomeOf(problems, all);
    String told = summary.limits(outcome, problems, run.profile(), run.baseline() != null);
    String compared = ComparedSummary.of(summary.lines, run.baseline());
    if (Loaded.byDigest(run)) {
      told += " " + Loaded.BY_DIGEST;
    }
    String loosened = RuleChange.count(all);
    if (!loosened.isEmpty()) {
      told += " Not accepted: %s.".formatted(loosened);
    }
    return compared.isEmpty()
        ? told
        : compared + "; " + told.substring(0, 1).toLowerCase(Locale.ROOT) + told.substring(1);
  }

  private String limits(Outcome outcome, List<String> problems, String profile, boolean compared) {
    return switch (outcome) {
      case PASS -> pass(profile);
      case WARN -> warn();
      case FAIL -> fail(compared);
      default ->
          !problems.isEmpty()
              ? "No verdict: %s%s.".formatted(problems.get(0), more(problems.size()))
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
        ? met + "."
        : "%s; %s not measured, because nothing that runs has changed."
            .formatted(met, unchanged == 1 ? "1 comparison was" : unchanged + " comparisons were");
  }

  private String warn() {
    List<Line> warned = those(Outcome.WARN);
    return "No limit is exceeded, but %s of %d %s; look first at %s."
        .formatted(
            warned.size(),
            lines.size(),
            warned.size() == 1 ? "warns" : "warn",
            tell(warned.get(0)));
  }

  private String fail(boolean compared) {
    List<Line> broken = those(Outcome.FAIL);
    Line worst =
        ComparedSummary.worst(broken)
            .or(() -> broken.stream().max(Comparator.comparingDouble(ComparedSummary::excess)))
            .orElseThrow();
    boolean direct = broken.stream().anyMatch(line -> "direct".equals(line.target()));
    boolean through = broken.stream().anyMatch(line -> !"direct".equals(line.target()));
    boolean told = compared && ComparedSummary.worst(lines).filter(worst::equals).isPresent();
    int invalid = those(Outcome.INVALID).size();
    return "%s of %d exceeded; look first at %s%s%s."
        .formatted(
            count(broken.size(), "limit"),
            lines.size(),
            told ? "%s (%s)".formatted(worst.threshold(), worst.limit()) : tell(worst),
            direct && through
                ? "; without the service it is slow as well, so suspect the machine or the store"
                : "",
            invalid == 0 ? "" : "; %s not judged".formatted(count(invalid, "limit")));
  }

  private String invalid(String profile) {
    List<Line> invalid = those(Outcome.INVALID);
    if (invalid.isEmpty()) {
      return "No verdict: no threshold is about a case of the profile %s.".formatted(profile);
    }
    return "No verdict: %s%s.".formatted(tell(invalid.get(0)), more(invalid.size()));
  }

  private List<Line> those(Outcome outcome) {
    return lines.stream().filter(line -> line.outcome() == outcome).toList();
  }

  private static String tell(Line line) {
    if (line.finding() == Finding.NOT_COMPARED || line.finding() == Finding.LOOSENED) {
      return line.reason();
    }
    return "%s on %s (%s): %s"
        .formatted(line.threshold(), line.caseName(), line.target(), line.reason());
  }

  private static String more(int all) {
    return all == 1 ? "" : " (and %d more)".formatted(all - 1);
  }

  private static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
