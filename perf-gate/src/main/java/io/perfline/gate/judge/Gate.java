package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
import io.perfline.core.run.PlannedCase;
import io.perfline.core.run.Run;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges a run. */
public final class Gate {

  private final Run run;
  private final Thresholds thresholds;
  private final History history;
  private final Map<String, Case> measured = new HashMap<>();
  private final Map<String, PastRuns> past = new HashMap<>();
  private final CaseValidity validity;
  private final AbsoluteJudge absolute;
  private final RelativeJudge relative;
  private final CapacityJudge capacity;

  private Gate(Run run, Thresholds thresholds, History history, Instant now) {
    this.run = run;
    this.thresholds = thresholds;
    this.history = history;
    this.validity = new CaseValidity(thresholds.validRun(), run);
    Waivers waivers = new Waivers(thresholds.waivers(), now.atOffset(ZoneOffset.UTC).toLocalDate());
    this.absolute = new AbsoluteJudge(waivers);
    this.relative = new RelativeJudge(waivers);
    this.capacity = new CapacityJudge(waivers);
    run.cases().forEach(one -> measured.put(RunValidity.name(one.name(), one.target()), one));
  }

  /**
   * Judges a run by thresholds.
   *
   * @param history asked only when a threshold compares with earlier runs
   * @param now when it is judged
   * @throws Fault (configuration) when a threshold names a case that no workload defines
   * @throws Fault (no verdict) when the history can't be read
   */
  public static Verdict judge(Run run, Thresholds thresholds, History history, Instant now) {
    List<String> problems = RunValidity.problems(run, thresholds.validRun(), now);
    if (!run.catalogue().isEmpty()) {
      CatalogueCheck.check(thresholds, run.catalogue());
    }
    List<Line> lines =
        problems.isEmpty() ? new Gate(run, thresholds, history, now).lines() : List.of();
    return verdict(run, now, problems, lines);
  }

  private static Verdict verdict(Run run, Instant now, List<String> problems, List<Line> lines) {
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
        VerdictSummary.of(problems, lines, run.profile()),
        problems,
        lines);
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    int comparisons = comparisons();
    for (Threshold threshold : thresholds.thresholds()) {
      for (PlannedCase planned : run.catalogue()) {
        if (CatalogueCheck.names(threshold, planned)) {
          lines.add(line(threshold, planned, comparisons));
        }
      }
    }
    for (Capacity one : thresholds.capacity()) {
      for (PlannedCase planned : run.catalogue()) {
        if (one.cases().matches(planned.name())) {
          lines.add(line(one, planned));
        }
      }
    }
    return lines;
  }

  /** How many lines share the build's false-alarm rate (Bonferroni). */
  private int comparisons() {
    return (int)
        thresholds.thresholds().stream()
            .filter(Threshold::relative)
            .mapToLong(
                one ->
                    run.catalogue().stream()
                        .filter(planned -> CatalogueCheck.names(one, planned))
                        .filter(this::inProfileOrMeasured)
                        .count())
            .sum();
  }

  private boolean inProfileOrMeasured(PlannedCase planned) {
    return planned.profiles().contains(run.profile()) || find(planned) != null;
  }

  private Case find(PlannedCase planned) {
    return measured.get(RunValidity.name(planned.name(), planned.target()));
  }

  private Line line(Threshold threshold, PlannedCase planned, int comparisons) {
    Metric metric = threshold.metric();
    LineBuilder lines =
        new LineBuilder(threshold.id(), planned, metric.word(), threshold.pass(), threshold.warn());
    Case one = find(planned);
    if (one == null) {
      return absent(lines, planned, hint(threshold));
    }
    List<String> problems = problems(threshold, one);
    long samples = CaseMetrics.samples(metric, one);
    if (!problems.isEmpty()) {
      return lines.without(Finding.NOT_MEASURED, samples, String.join("; ", problems));
    }
    if (!threshold.relative()) {
      return absolute.judge(lines, value(metric, one), samples);
    }
    double error = (1 - threshold.confidence()) / comparisons;
    return relative.judge(lines, compare(threshold, one, error), error);
  }

  private Comparison compare(Threshold threshold, Case one, double error) {
    Metric metric = threshold.metric();
    String name = threshold.baseline();
    if (thresholds.baselines().get(name) instanceof Baseline.Paired paired) {
      return new PairedComparison(metric, thresholds.validRun()).compare(one, name, paired, error);
    }
    Baseline.Past baseline = (Baseline.Past) thresholds.baselines().get(name);
    PastRuns runs =
        past.computeIfAbsent(name, key -> history.runs(baseline, run, metricsAgainst(key)));
    return new HistoryComparison(metric, name, baseline, runs)
        .compare(one, value(metric, one), error);
  }

  private Set<Metric> metricsAgainst(String baseline) {
    return thresholds.thresholds().stream()
        .filter(one -> baseline.equals(one.baseline()))
        .map(Threshold::metric)
        .collect(Collectors.toSet());
  }

  private Line line(Capacity one, PlannedCase planned) {
    LineBuilder lines = new LineBuilder(one.id(), planned, "capacity", one.pass(), one.warn());
    Case found = find(planned);
    if (found == null) {
      return absent(lines, planned, "");
    }
    List<String> problems = validity.problems(found, Metric.ERROR_RATE);
    return problems.isEmpty()
        ? capacity.judge(lines, found, one.goal())
        : lines.without(Finding.NOT_MEASURED, found.requests(), String.join("; ", problems));
  }

  private String hint(Threshold threshold) {
    return threshold.relative()
            && thresholds.baselines().get(threshold.baseline()) instanceof Baseline.Paired paired
        ? ": it takes the release that it is compared with, %s; see ./perf run --baseline-war"
            .formatted(paired.war())
        : "";
  }

  private Line absent(LineBuilder lines, PlannedCase planned, String hint) {
    return planned.profiles().contains(run.profile())
        ? lines.without(
            Finding.NOT_MEASURED,
            0,
            "the profile %s contains it, but it was not measured%s".formatted(run.profile(), hint))
        : lines.without(
            Finding.OTHER_PROFILE,
            0,
            "only in %s".formatted(String.join(", ", planned.profiles())));
  }

  private List<String> problems(Threshold threshold, Case one) {
    Metric metric = threshold.metric();
    List<String> problems = new ArrayList<>(validity.problems(one, metric));
    long samples = CaseMetrics.samples(metric, one);
    if (problems.isEmpty() && samples < threshold.minSamples()) {
      problems.add(
          "%d requests are too few, it takes %d".formatted(samples, threshold.minSamples()));
    }
    if (metric == Metric.EFFICIENCY) {
      Case direct = direct(one);
      if (direct == null) {
        problems.add("the same case with the target direct was not measured");
      } else {
        validity.problems(direct, metric).forEach(problem -> problems.add("direct: " + problem));
      }
    }
    return problems;
  }

  private double value(Metric metric, Case one) {
    return metric == Metric.EFFICIENCY
        ? 100 * one.throughputPerS() / direct(one).throughputPerS()
        : CaseMetrics.value(metric, one);
  }

  private Case direct(Case throughRecorder) {
    return measured.get(RunValidity.name(throughRecorder.name(), "direct"));
  }
}
