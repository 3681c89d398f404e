package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.WarmUps;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges a run. */
public final class Gate {

  private final Run run;
  private final Thresholds thresholds;
  private final History history;
  private final Map<String, CaseResult> measured = new HashMap<>();
  private final Map<String, PastRuns> past = new HashMap<>();
  private final CaseValidity validity;
  private final AbsoluteJudge absolute;
  private final RelativeJudge relative;
  private final CapacityJudge capacity;

  private Gate(Run run, Thresholds thresholds, History history, Instant now) {
    this.run = run;
    this.thresholds = thresholds;
    this.history = history;
    this.validity = new CaseValidity(thresholds, run);
    Waivers waivers = new Waivers(thresholds.waivers(), now.atOffset(ZoneOffset.UTC).toLocalDate());
    this.absolute = new AbsoluteJudge(waivers);
    this.relative = new RelativeJudge(waivers);
    this.capacity = new CapacityJudge(waivers);
    run.cases()
        .forEach(result -> measured.put(RunValidity.name(result.name(), result.target()), result));
  }

  /** Judges a run only by the limits of its own commit. */
  public static Verdict judge(Run run, Thresholds thresholds, History history, Instant now) {
    return judge(run, JudgingRules.of(thresholds), JudgingRules.EarlierRules.NONE, history, now);
  }

  /**
   * Judges a run by the rules of its own commit. Each rule that is looser than the baseline's has a
   * line of its own, which warns.
   *
   * @param history the history, which is read only if a threshold compares with earlier runs
   * @param now the time of the verdict
   * @throws Fault (configuration) if a threshold is on a case that no workload defines, or this
   *     commit removed all limits that compare builds in pairs
   * @throws Fault (no verdict) if the history can't be read
   */
  public static Verdict judge(
      Run run,
      JudgingRules ownRules,
      JudgingRules.EarlierRules earlierRules,
      History history,
      Instant now) {
    JudgingRules rules = ownRules.resolved(run);
    JudgingRules.EarlierRules earlier = earlierRules.resolved(run);
    Thresholds thresholds = rules.thresholds();
    if (!run.catalogue().isEmpty()) {
      CatalogueCheck.check(thresholds, run.catalogue());
    }
    earlier.requireComparison(rules, run.baseline());
    List<String> problems = RunValidity.problems(run, thresholds.validRun(), now);
    List<Line> lines = new ArrayList<>();
    if (problems.isEmpty()) {
      if (earlier.rules() != null) {
        RuleChanges.of(earlier.rules(), rules, run.catalogue())
            .forEach(change -> lines.add(change.line()));
      }
      lines.addAll(new Gate(run, thresholds, history, now).lines());
      run.cases().stream()
          .filter(result -> result.serverEnd() != null && result.serverEnd().isRegression())
          .map(one -> Line.ofServerEnd(one.name(), one.target(), one.serverEnd().text()))
          .forEach(lines::add);
      if (!earlier.warning().isEmpty()) {
        lines.add(notCompared(earlier.warning()));
      }
    }
    return verdict(run, thresholds, now, problems, lines, earlier.note());
  }

  private static Verdict verdict(
      Run run,
      Thresholds thresholds,
      Instant now,
      List<String> problems,
      List<Line> lines,
      String note) {
    return new Verdict(
        Verdict.SCHEMA,
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.profile(),
        run.environment() == null ? null : run.environment().name(),
        now,
        Verdict.outcomeOf(problems, lines),
        VerdictSummary.of(problems, lines, run) + (note.isEmpty() ? "" : " " + note + "."),
        problems,
        lines,
        problems.isEmpty() ? notJudged(run, thresholds, lines) : List.of());
  }

  /**
   * Returns the cases that no line judges. A case that is the 100 % of an efficiency counts as
   * judged.
   */
  private static List<String> notJudged(Run run, Thresholds thresholds, List<Line> lines) {
    Map<String, String> wholes = new HashMap<>();
    thresholds.thresholds().forEach(threshold -> wholes.put(threshold.id(), threshold.of()));
    Set<String> judged = new HashSet<>();
    for (Line line : lines) {
      judged.add(RunValidity.name(line.caseName(), line.target()));
      judged.add(RunValidity.name(line.caseName(), wholes.get(line.threshold())));
    }
    return run.cases().stream()
        .map(result -> RunValidity.name(result.name(), result.target()))
        .filter(name -> !judged.contains(name))
        .toList();
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    SharedError error = SharedError.of(thresholds, run.catalogue(), this::inProfileOrMeasured);
    for (Threshold threshold : thresholds.thresholds()) {
      for (CatalogueEntry entry : run.catalogue()) {
        if (CatalogueCheck.names(threshold, entry)) {
          lines.add(line(threshold, entry, error));
        }
      }
    }
    for (Capacity one : thresholds.capacity()) {
      for (CatalogueEntry entry : run.catalogue()) {
        if (one.cases().matches(entry.name())) {
          lines.add(line(one, entry));
        }
      }
    }
    if (run.baseline() != null) {
      run.baseline().warnings().forEach(warning -> lines.add(notCompared(warning)));
    }
    run.cases().stream()
        .filter(result -> result.warmUps() != null && result.warmUps().incomplete() > 0)
        .map(Gate::stillWarmingUp)
        .forEach(lines::add);
    if (thresholds.validRun().deployedCommit() && RunValidity.unknownBuild(run)) {
      lines.add(notCompared(RunValidity.UNKNOWN));
    }
    return lines;
  }

  /** Makes the line for a case that was measured although a build was still warming up. */
  private static Line stillWarmingUp(CaseResult result) {
    WarmUps warmUps = result.warmUps();
    return Line.withoutValue(
        "warm-up",
        result.name(),
        result.target(),
        "warm-up",
        "–",
        Finding.STILL_WARMING_UP,
        ("a build was still warming up after %.0f s in %d of %d deployments: a longer 'warm_up_most'"
                + " of the profile may reduce the scatter")
            .formatted(warmUps.longest(), warmUps.incomplete(), warmUps.deployments().size()));
  }

  private static Line notCompared(String warning) {
    return Line.ofComparison(Finding.NOT_COMPARED, warning);
  }

  private boolean inProfileOrMeasured(CatalogueEntry entry) {
    return entry.profiles().contains(run.profile()) || find(entry) != null;
  }

  private CaseResult find(CatalogueEntry entry) {
    return measured.get(RunValidity.name(entry.name(), entry.target()));
  }

  private Line line(Threshold threshold, CatalogueEntry entry, SharedError error) {
    Metric metric = threshold.metric();
    LineBuilder lines = LineBuilder.of(threshold, entry);
    CaseResult result = find(entry);
    Optional<Baseline.Paired> pairs = pairsOf(threshold, entry);
    boolean withoutPairs =
        thresholds.inPairs(threshold)
            ? result == null || result.pairs().isEmpty()
            : result == null || result.unchanged() != null;
    if (pairs.isPresent() && inProfileOrMeasured(entry) && withoutPairs) {
      return withoutPairs(lines, result, pairs.get());
    }
    if (thresholds.inPairs(threshold)
        && run.baseline() != null
        && run.baseline().comparesItself()) {
      return lines.without(Finding.NOT_TESTED, 0, "not compared: " + run.baseline().problem());
    }
    if (result == null) {
      return absent(lines, entry);
    }
    if (metric.memory().isPresent() && result.problems().isEmpty()) {
      Optional<String> unavailable = new MemoryComparison(metric, result).unavailable();
      if (unavailable.isPresent()) {
        return lines.without(Finding.NOT_AVAILABLE, 0, unavailable.get());
      }
    }
    Optional<Line> invalid = validity.reason(lines, threshold, result, whole(threshold, result));
    long samples = metric.source().samples(result);
    if (metric == Metric.THROUGHPUT && !threshold.relative() && isOverloaded(result, invalid)) {
      Line line = absolute.judge(lines, value(threshold, result), samples);
      if (line.outcome() == Outcome.FAIL) {
        return line.withReason(line.reason() + ": " + result.generator().overload());
      }
    }
    if (invalid.isPresent()) {
      return invalid.get();
    }
    if (metric == Metric.CATCH_UP && result.consumer().left() > 0) {
      return absolute.judgeAtLeast(lines, value(threshold, result), samples);
    }
    if (!threshold.relative()) {
      return absolute.judge(lines, value(threshold, result), samples);
    }
    LineError share = error.of(threshold);
    Line line = relative.judge(lines, compare(threshold, result, share), share);
    return line.finding() == Finding.UNDECIDED && thresholds.mustBeDecided(threshold)
        ? line.withFinding(Finding.NOT_DECIDED)
        : line;
  }

  /**
   * Returns true if the service could not keep up with the intended rate, and nothing else is
   * wrong.
   */
  private static boolean isOverloaded(CaseResult result, Optional<Line> invalid) {
    return result.generator() != null
        && result.generator().overload() != null
        && invalid.stream().allMatch(line -> line.finding() == Finding.REQUESTS_FAILED);
  }

  /**
   * Finds the baseline that is measured in pairs with the case. This also concerns an absolute
   * limit on the case, which has nothing to judge either if there was no load for the comparison.
   */
  private Optional<Baseline.Paired> pairsOf(Threshold threshold, CatalogueEntry entry) {
    return Stream.concat(Stream.of(threshold), thresholds.thresholds().stream())
        .filter(thresholds::inPairs)
        .filter(other -> CatalogueCheck.names(other, entry))
        .map(other -> (Baseline.Paired) baseline(other))
        .findFirst();
  }

  /**
   * Makes the line for a case without pairs. Without load, the limit is met only if both builds are
   * known to be equal.
   */
  private Line withoutPairs(LineBuilder lines, CaseResult result, Baseline.Paired paired) {
    if (result != null && result.unchanged() != null && result.problems().isEmpty()) {
      return lines.without(Finding.UNCHANGED, 0, result.unchanged());
    }
    String nothing = comparedWithNothing();
    if (paired.war() == null
        && nothing != null
        && (result == null || result.problems().isEmpty())) {
      return lines.without(Finding.NOT_TESTED, 0, withRemedy(nothing));
    }
    if (result != null && !result.problems().isEmpty()) {
      return lines.without(Finding.NOT_MEASURED, 0, String.join("; ", result.problems()));
    }
    return lines.without(
        Finding.NOT_MEASURED,
        0,
        result == null
            ? "the profile %s contains it, but it was not measured: it needs the build that it is"
                    .formatted(run.profile())
                + " compared with, %s; see perfline run --baseline-war".formatted(paired.text())
            : "it was not measured in pairs with %s".formatted(paired.text()));
  }

  private static String withRemedy(String why) {
    String remedy = "; 'perfline ci --against REF' names a build to compare with";
    return "not compared: " + why + (why.contains("perfline ") ? "" : remedy);
  }

  /** Returns the reason why the run was not compared; null if it was compared. */
  private String comparedWithNothing() {
    return run.baseline() == null
        ? "the run had no baseline; see perfline ci --against"
        : run.baseline().problem();
  }

  private Baseline baseline(Threshold threshold) {
    return thresholds.baselines().get(threshold.baseline());
  }

  private Comparison compare(Threshold threshold, CaseResult result, LineError error) {
    Metric metric = threshold.metric();
    String name = threshold.baseline();
    if (baseline(threshold) instanceof Baseline.Paired paired) {
      return new PairedComparison(metric, thresholds.validRun(), run.baseline())
          .compare(result, name, paired, error);
    }
    Baseline.Past baseline = (Baseline.Past) baseline(threshold);
    PastRuns runs =
        past.computeIfAbsent(name, key -> history.runs(baseline, run, metricsAgainst(key)));
    return new HistoryComparison(threshold, baseline, runs)
        .compare(result, value(threshold, result), error);
  }

  private Set<Metric> metricsAgainst(String baseline) {
    return thresholds.thresholds().stream()
        .filter(threshold -> baseline.equals(threshold.baseline()))
        .map(Threshold::metric)
        .collect(Collectors.toSet());
  }

  private Line line(Capacity one, CatalogueEntry entry) {
    LineBuilder lines = new LineBuilder(one.id(), entry, "capacity", one.pass(), one.warn());
    CaseResult found = find(entry);
    if (found == null) {
      return absent(lines, entry);
    }
    List<String> problems = validity.problems(found, Metric.ERROR_RATE);
    problems.addAll(validity.foreign(found));
    return problems.isEmpty()
        ? capacity.judge(lines, found, one.goal())
        : lines.without(Finding.NOT_MEASURED, found.requests(), String.join("; ", problems));
  }

  private Line absent(LineBuilder lines, CatalogueEntry entry) {
    if (entry.profiles().equals(List.of(Run.WITHOUT_ONLY))) {
      return lines.without(Finding.LEFT_OUT, 0, "only in " + Run.WITHOUT_ONLY);
    }
    return entry.profiles().contains(run.profile())
        ? lines.without(
            Finding.NOT_MEASURED,
            0,
            "the profile %s contains it, but it was not measured".formatted(run.profile()))
        : lines.without(
            Finding.OTHER_PROFILE, 0, "only in %s".formatted(String.join(", ", entry.profiles())));
  }

  private double value(Threshold threshold, CaseResult result) {
    return threshold.metric().of(result, whole(threshold, result));
  }

  private CaseResult whole(Threshold threshold, CaseResult other) {
    return measured.get(RunValidity.name(other.name(), threshold.of()));
  }
}
