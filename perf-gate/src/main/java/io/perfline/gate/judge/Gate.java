package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.WarmUps;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Outcome;
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
  public static Judgement judge(Run run, Thresholds thresholds, History history, Instant now) {
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
  public static Judgement judge(
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
    List<Obstacle> problems = RunValidity.problems(run, thresholds.validRun(), now);
    List<JudgedLine> lines = new ArrayList<>();
    if (problems.isEmpty()) {
      if (earlier.rules() != null) {
        RuleChanges.of(earlier.rules(), rules, run.catalogue())
            .forEach(change -> lines.add(change.line()));
      }
      lines.addAll(new Gate(run, thresholds, history, now).lines());
      run.cases().stream()
          .filter(result -> result.serverEnd() != null && result.serverEnd().isRegression())
          .map(Gate::serverEnded)
          .forEach(lines::add);
      if (!earlier.warning().isEmpty()) {
        lines.add(notCompared(earlier.warning()));
      }
    }
    List<String> notJudged = problems.isEmpty() ? notJudged(run, thresholds, lines) : List.of();
    return new Judgement(run, now, problems, lines, notJudged, earlier.note());
  }

  /** Makes the line for a case whose load ended the candidate's server. */
  private static JudgedLine serverEnded(CaseResult result) {
    return JudgedLine.remark(
        "server",
        result.name(),
        result.target(),
        Limit.remark("server", "runs"),
        Finding.SERVER_ENDED,
        new Reason.ServerEnded(result.serverEnd()));
  }

  /**
   * Returns the cases that no line judges. A case that is the 100 % of an efficiency counts as
   * judged.
   */
  private static List<String> notJudged(Run run, Thresholds thresholds, List<JudgedLine> lines) {
    Map<String, String> wholes = new HashMap<>();
    thresholds.thresholds().forEach(threshold -> wholes.put(threshold.id(), threshold.of()));
    Set<String> judged = new HashSet<>();
    for (JudgedLine line : lines) {
      judged.add(RunValidity.name(line.caseName(), line.target()));
      judged.add(RunValidity.name(line.caseName(), wholes.get(line.threshold())));
    }
    return run.cases().stream()
        .map(result -> RunValidity.name(result.name(), result.target()))
        .filter(name -> !judged.contains(name))
        .toList();
  }

  private List<JudgedLine> lines() {
    List<JudgedLine> lines = new ArrayList<>();
    SharedError error = SharedError.of(thresholds, run.catalogue(), this::inProfileOrMeasured);
    for (Threshold threshold : thresholds.thresholds()) {
      for (CatalogueEntry entry : run.catalogue()) {
        if (CatalogueCheck.names(threshold, entry)) {
          lines.add(line(threshold, entry, error));
        }
      }
    }
    lines.replaceAll(new BusyMachine(thresholds, lines)::judged);
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
    run.cases().stream()
        .filter(result -> result.sentRequests() != null && result.sentRequests().areDifferent())
        .map(Gate::onDifferentData)
        .forEach(lines::add);
    if (thresholds.validRun().deployedCommit() && RunValidity.unknownBuild(run)) {
      lines.add(JudgedLine.notCompared(Obstacle.of(Kind.UNKNOWN_BUILD)));
    }
    return lines;
  }

  /** Makes the line for a case that was measured although a build was still warming up. */
  private static JudgedLine stillWarmingUp(CaseResult result) {
    WarmUps warmUps = result.warmUps();
    return JudgedLine.remark(
        "warm-up",
        result.name(),
        result.target(),
        Limit.remark("warm-up", "–"),
        Finding.STILL_WARMING_UP,
        Reason.without(
            Obstacle.of(
                Kind.STILL_WARMING_UP,
                warmUps.longest(),
                warmUps.incomplete(),
                warmUps.deployments().size())));
  }

  /** Makes the line for a case whose builds got different numbers of requests that change data. */
  private static JudgedLine onDifferentData(CaseResult result) {
    return notCompared(
        ("%s changes data, and sent %d requests to the candidate but %d to the baseline: their"
                + " times may differ only because they work on different data")
            .formatted(
                result.name(),
                result.sentRequests().candidate(),
                result.sentRequests().baseline()));
  }

  private static JudgedLine notCompared(String warning) {
    return JudgedLine.notCompared(Obstacle.of(Kind.RECORDED, warning));
  }

  private boolean inProfileOrMeasured(CatalogueEntry entry) {
    return entry.profiles().contains(run.profile()) || find(entry) != null;
  }

  private CaseResult find(CatalogueEntry entry) {
    return measured.get(RunValidity.name(entry.name(), entry.target()));
  }

  /** Judges a case; if both builds lost a server, only a limit that was exceeded before counts. */
  private JudgedLine line(Threshold threshold, CatalogueEntry entry, SharedError error) {
    JudgedLine line = judged(threshold, entry, error);
    CaseResult result = find(entry);
    return result == null || result.lostServer() == null || line.outcome() == Outcome.FAIL
        ? line
        : LineBuilder.of(threshold, entry)
            .without(
                Finding.NOT_MEASURED, 0, Obstacle.of(Kind.RECORDED, result.lostServer().reason()));
  }

  private JudgedLine judged(Threshold threshold, CatalogueEntry entry, SharedError error) {
    Metric metric = threshold.metric();
    LineBuilder lines = LineBuilder.of(threshold, entry);
    CaseResult result = threshold.asJudged(find(entry));
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
      Obstacle itself = Obstacle.of(Kind.NOT_COMPARED, run.baseline().problem());
      return lines.without(Finding.NOT_TESTED, 0, itself);
    }
    if (result == null) {
      return absent(lines, entry);
    }
    Optional<Obstacle> need = UnavailableNeed.reason(threshold, result);
    if (need.isPresent() && result.problems().isEmpty()) {
      return lines.without(Finding.NOT_AVAILABLE, 0, need.get());
    }
    if (metric.memory().isPresent() && result.problems().isEmpty()) {
      Optional<Obstacle> unavailable = new MemoryComparison(metric, result).unavailable();
      if (unavailable.isPresent()) {
        return lines.without(Finding.NOT_AVAILABLE, 0, unavailable.get());
      }
    }
    Optional<JudgedLine> invalid =
        validity.reason(lines, threshold, result, whole(threshold, result));
    long samples = metric.source().samples(result);
    if (metric == Metric.THROUGHPUT && !threshold.relative() && isOverloaded(result, invalid)) {
      JudgedLine line = absolute.judge(lines, value(threshold, result), samples);
      if (line.outcome() == Outcome.FAIL && line.reason() instanceof Reason.Value value) {
        return line.with(
            line.finding(), new Reason.Value(value.waiver(), result.generator().overload()));
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
    JudgedLine line = relative.judge(lines, compare(threshold, result, share), share);
    return line.finding() == Finding.UNDECIDED && thresholds.mustBeDecided(threshold)
        ? line.with(Finding.NOT_DECIDED, line.reason())
        : line;
  }

  /**
   * Returns true if the service could not keep up with the intended rate, and nothing else is
   * wrong.
   */
  private static boolean isOverloaded(CaseResult result, Optional<JudgedLine> invalid) {
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
  private JudgedLine withoutPairs(LineBuilder lines, CaseResult result, Baseline.Paired paired) {
    List<String> recorded = result == null ? List.of() : result.problems();
    if (result != null && result.unchanged() != null && recorded.isEmpty()) {
      return lines.without(Finding.UNCHANGED, 0, Obstacle.of(Kind.RECORDED, result.unchanged()));
    }
    boolean nothing = run.baseline() == null || run.baseline().problem() != null;
    if (paired.war() == null && nothing && recorded.isEmpty()) {
      return lines.without(
          Finding.NOT_TESTED,
          0,
          run.baseline() == null
              ? Obstacle.of(Kind.NO_BASELINE)
              : Obstacle.of(Kind.NO_BASELINE_FOUND, run.baseline().problem()));
    }
    if (!recorded.isEmpty()) {
      return lines.without(Finding.NOT_MEASURED, 0, Obstacle.recorded(recorded));
    }
    return lines.without(
        Finding.NOT_MEASURED,
        0,
        result == null
            ? Obstacle.of(Kind.NEEDS_BASELINE, run.profile(), paired.text())
            : Obstacle.of(Kind.NO_PAIRS, paired.text()));
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

  private JudgedLine line(Capacity one, CatalogueEntry entry) {
    LineBuilder lines =
        new LineBuilder(one.id(), entry, Limit.of(Limit.CAPACITY, one.pass(), one.warn()));
    CaseResult found = find(entry);
    if (found == null) {
      return absent(lines, entry);
    }
    List<Obstacle> problems = validity.problems(found, Metric.ERROR_RATE);
    problems.addAll(validity.foreign(found));
    return problems.isEmpty()
        ? capacity.judge(lines, found, one.goal())
        : lines.without(Finding.NOT_MEASURED, found.requests(), problems);
  }

  private JudgedLine absent(LineBuilder lines, CatalogueEntry entry) {
    if (entry.profiles().contains(run.profile())) {
      return lines.without(Finding.NOT_MEASURED, 0, Obstacle.of(Kind.NOT_IN_RUN, run.profile()));
    }
    boolean leftOut = entry.profiles().equals(List.of(Run.WITHOUT_ONLY));
    return lines.without(
        leftOut ? Finding.LEFT_OUT : Finding.OTHER_PROFILE,
        0,
        Obstacle.of(Kind.ONLY_ELSEWHERE, entry.profiles()));
  }

  private double value(Threshold threshold, CaseResult result) {
    return threshold.metric().of(result, whole(threshold, result));
  }

  private CaseResult whole(Threshold threshold, CaseResult other) {
    return measured.get(RunValidity.name(other.name(), threshold.of()));
  }
}
