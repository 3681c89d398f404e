package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Origin;
import io.perfline.core.run.Run;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ValidRun;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the reasons why the result of a case is invalid, for all thresholds or for one. */
final class CaseValidity {

  /** The largest relative difference between the reported throughput and messages ÷ time. */
  private static final double ROUNDING = 0.01;

  /** The shortest case, in seconds, that can show that it was still warming up. */
  private static final double STEADY_SECONDS = 4;

  private static final Duration ROUNDING_OF_TIMES = Duration.ofSeconds(1);

  private final Thresholds thresholds;
  private final ValidRun rules;
  private final Run run;

  CaseValidity(Thresholds thresholds, Run run) {
    this.thresholds = thresholds;
    this.rules = thresholds.validRun();
    this.run = run;
  }

  /** Returns the problems of a case for a metric; empty if there is none. */
  List<String> problems(CaseResult result, Metric metric) {
    List<String> problems = new ArrayList<>(result.problems());
    if (!problems.isEmpty() && result.requests() == 0 && result.errorCount() == 0) {
      return problems; // any other problem follows from these
    }
    counts(result, problems);
    if (!times(result, problems)) {
      return problems;
    }
    if (result.requests() == 0 && !metric.countsErrors()) {
      problems.add(
          result.errorCount() > 0
              ? "not one request succeeded, %d failed: %s"
                  .formatted(result.errorCount(), result.errors())
              : "not one request was made");
    }
    throughput(result, problems);
    if (result.origin() == null || result.responseTime() != null) {
      distribution("response_time", result.responseTime(), result, problems);
    }
    if (result.origin() == null || result.serviceTime() != null) {
      distribution("service_time", result.serviceTime(), result, problems);
    }
    if (result.origin() != null && metric.isFrom(MetricSource.TIMES) && !result.benchmark()) {
      unknownTimes(result, metric, problems);
    }
    if (metric.countsErrors() && result.origin() != null && !result.origin().failuresKnown()) {
      problems.add("its results don't contain failed requests, so none were counted");
    }
    generator(result, problems);
    if (Boolean.FALSE.equals(result.steady())
        && result.loadedSeconds() >= STEADY_SECONDS
        && !metric.countsErrors()
        && !metric.isFrom(MetricSource.SHUTDOWN)) {
      problems.add(stillWarmingUp(result));
    }
    return problems;
  }

  /**
   * Describes the missing warm-up. In the closed model throughput rises while response times fall.
   */
  private static String stillWarmingUp(CaseResult result) {
    boolean open = result.generator() != null && result.generator().intendedRatePerS() != null;
    return "%s while it was measured, after a warm-up of %.1f s: lengthen 'warm_up' or 'duration' of the profile"
        .formatted(
            open ? "response times were still falling" : "throughput was still rising",
            result.warmUpMs() / 1e3);
  }

  /** Describes the failed requests if there are too many to judge the metric. */
  Optional<String> failures(CaseResult result, Metric metric) {
    return metric.countsErrors() || metric.isFrom(MetricSource.SHUTDOWN)
        ? Optional.empty()
        : share("error_rate", 100 * result.errorRate(), rules.errorRate());
  }

  /** Returns the reasons why absolute values are invalid: other processes used the machine, too. */
  List<String> foreign(CaseResult result) {
    List<String> problems = new ArrayList<>();
    if (rules.foreignCpu() != null && result.generator() != null) {
      Double found = result.generator().foreignCpu();
      if (found == null) {
        problems.add("the run doesn't record the share of the machine that other processes used");
      } else if (!(found >= 0) || !rules.foreignCpu().holds(100 * found)) {
        problems.add(
            "other processes used %s of the machine, a valid run has foreign_cpu %s"
                .formatted(FigureFormat.withUnit(100 * found, "%"), rules.foreignCpu().text()));
      }
    }
    return problems;
  }

  private static void counts(CaseResult result, List<String> problems) {
    if (result.requests() < 0
        || result.messages() < 0
        || result.bytes() < 0
        || result.warmUpMs() < 0
        || result.errors().values().stream().anyMatch(count -> count < 0)) {
      problems.add("a count is negative");
    }
    if (result.requests() > 0 && result.messages() == 0) {
      problems.add("%d requests carried no message".formatted(result.requests()));
    }
  }

  private boolean times(CaseResult result, List<String> problems) {
    if (result.start() == null || result.end() == null) {
      problems.add("it doesn't record when it was measured");
      return false;
    }
    if (!result.start().isBefore(result.end())) {
      problems.add("it ends at %s, which is not after its start".formatted(result.end()));
      return false;
    }
    if (result.start().isBefore(run.started().minus(ROUNDING_OF_TIMES))
        || result.end().isAfter(run.ended().plus(ROUNDING_OF_TIMES))) {
      problems.add(
          "it was measured from %s to %s, outside of its run"
              .formatted(result.start(), result.end()));
    }
    return true;
  }

  private static void throughput(CaseResult result, List<String> problems) {
    double reported = result.throughputPerS();
    double counted =
        result.received() == null || !result.pairs().isEmpty()
            ? result.messages() / result.loadedSeconds()
            : result.received().messages() / result.received().seconds();
    if (!Double.isFinite(counted)
        || !(Math.abs(reported - counted) <= ROUNDING * Math.max(counted, 1))) {
      problems.add(
          "it reports %s, but its counts are %s"
              .formatted(
                  FigureFormat.withUnit(reported, "msg/s"),
                  FigureFormat.withUnit(counted, "msg/s")));
    }
  }

  private static void distribution(
      String name, TimeDistribution times, CaseResult result, List<String> problems) {
    if (times == null) {
      problems.add("it has no " + name);
    } else if (times.count() != result.requests()) {
      problems.add(
          "%s contains %d values for %d requests"
              .formatted(name, times.count(), result.requests()));
    }
  }

  /** Adds a problem for times that another load tool did not measure. */
  private static void unknownTimes(CaseResult result, Metric metric, List<String> problems) {
    Origin origin = result.origin();
    if (metric.responseTime() && result.responseTime() == null) {
      problems.add(
          "%s records no intended send times: response_time was not measured, service_time was"
              .formatted(origin.tool()));
    }
    if (!metric.responseTime() && result.serviceTime() == null) {
      problems.add(
          "%s records no actual send times: service_time was not measured, response_time was"
              .formatted(origin.tool()));
    }
    if (metric.percentile().isEmpty() && origin.percentilesOnly()) {
      problems.add("%s left only percentiles, and no mean".formatted(origin.tool()));
    }
  }

  private void generator(CaseResult result, List<String> problems) {
    Generator generator = result.generator();
    if (generator == null) {
      problems.add("it has no data about the load generator");
      return;
    }
    if (generator.cpu() != null) {
      share("generator_cpu", 100 * generator.cpu(), rules.generatorCpu()).ifPresent(problems::add);
    } else if (result.origin() == null || !rules.unwatchedGenerator()) {
      problems.add(
          "the load generator's CPU was not measured: have 'perfline import --load COMMAND' start"
              + " the tool, or accept that with valid_run: {unwatched_generator: true}");
    }
    if (generator.intendedRatePerS() != null && generator.overload() == null) {
      share(
              "achieved_rate",
              100 * generator.achievedRatePerS() / generator.intendedRatePerS(),
              rules.achievedRate())
          .ifPresent(problems::add);
    }
  }

  /** Describes a share that violates its rule; empty if it is within the rule. */
  private static Optional<String> share(String rule, double percent, Condition condition) {
    if (percent >= 0 && condition.holds(percent)) {
      return Optional.empty();
    }
    String found =
        Double.isFinite(percent) ? FigureFormat.withUnit(percent, "%") : Double.toString(percent);
    return Optional.of("%s is %s, a valid run has %s".formatted(rule, found, condition.text()));
  }

  /**
   * Returns the line with the reason why a case can't be judged; empty if it can.
   *
   * @param whole the case that counts as 100 % of an efficiency; null if it was not measured
   */
  Optional<Line> reason(
      LineBuilder lines, Threshold threshold, CaseResult result, CaseResult whole) {
    long samples = threshold.metric().source().samples(result);
    List<String> problems = problems(threshold, result, whole);
    if (!problems.isEmpty()) {
      return Optional.of(lines.without(Finding.NOT_MEASURED, samples, String.join("; ", problems)));
    }
    Optional<String> failures = failures(result, threshold.metric());
    if (failures.isPresent()) {
      return failures.map(why -> lines.without(Finding.REQUESTS_FAILED, samples, why));
    }
    return tooFew(threshold, result).map(why -> lines.without(Finding.NOT_MEASURED, samples, why));
  }

  private static Optional<String> tooFew(Threshold threshold, CaseResult result) {
    long samples = threshold.metric().source().samples(result);
    return samples >= threshold.minSamples()
        ? Optional.empty()
        : Optional.of(
            "%d requests are too few, at least %d are needed"
                .formatted(samples, threshold.minSamples()));
  }

  /** Describes a cost that is not known, with the reason. */
  static String unknownCost(Metric metric, CaseResult result) {
    return "%s was not measured: %s"
        .formatted(
            metric.word(), result.server() == null ? "not measured" : result.server().source());
  }

  private List<String> problems(Threshold threshold, CaseResult result, CaseResult whole) {
    Metric metric = threshold.metric();
    List<String> problems = new ArrayList<>(problems(result, metric));
    if (!thresholds.inPairs(threshold)) {
      // A busy machine loses no messages, and failures that it causes would also be in the
      // baseline's pairs.
      boolean whereverBusy =
          metric.unaffectedByOthers() || (metric.countsErrors() && !result.pairs().isEmpty());
      if (!whereverBusy) {
        problems.addAll(foreign(result)); // cancelled out in pairs
      }
      if (metric.memory().isPresent()) {
        new MemoryComparison(metric, result).problem().ifPresent(problems::add);
      }
      if (metric.isFrom(MetricSource.SERVER_COST) && !Double.isFinite(metric.of(result))) {
        problems.add(unknownCost(metric, result));
      }
    }
    if (metric.isFrom(MetricSource.CONSUMERS) && result.consumer() == null) {
      problems.add("%s was not measured: its load names no group".formatted(metric.word()));
    }
    if (metric.figure()
        ? !result.figures().containsKey(metric.word())
        : result.origin() != null && result.benchmark()) {
      problems.add(
          "%s was not measured: the case has %s"
              .formatted(
                  metric.word(),
                  result.figures().isEmpty()
                      ? "no such figure"
                      : String.join(", ", new TreeSet<>(result.figures().keySet()))));
    }
    if (metric.isFrom(MetricSource.TWO_TARGETS)) {
      if (whole == null) {
        problems.add("the same case with the target %s was not measured".formatted(threshold.of()));
      } else {
        Stream.of(
                problems(whole, metric).stream(),
                foreign(whole).stream(),
                failures(whole, metric).stream(),
                tooFew(threshold, whole).stream())
            .flatMap(Function.identity())
            .forEach(problem -> problems.add(threshold.of() + ": " + problem));
      }
    }
    return problems;
  }
}
