package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Origin;
import io.perfline.core.run.Run;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ValidRun;
import io.perfline.gate.verdict.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the reasons why the result of a case is invalid, for all thresholds or for one. */
final class CaseValidity {

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
  List<Obstacle> problems(CaseResult result, Metric metric) {
    List<Obstacle> problems = new ArrayList<>(Obstacle.recorded(result.problems()));
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
              ? Obstacle.of(Kind.NO_SUCCESS, result.errorCount(), result.errors())
              : Obstacle.of(Kind.NO_REQUEST));
    }
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
      problems.add(Obstacle.of(Kind.FAILURES_UNKNOWN));
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
  private static Obstacle stillWarmingUp(CaseResult result) {
    boolean open = result.generator() != null && result.generator().intendedRatePerS() != null;
    return Obstacle.of(
        open ? Kind.TIMES_STILL_FALLING : Kind.THROUGHPUT_STILL_RISING, result.warmUpMs() / 1e3);
  }

  /** Describes the failed requests if there are too many to judge the metric. */
  Optional<Obstacle> failures(CaseResult result, Metric metric) {
    return metric.countsErrors() || metric.isFrom(MetricSource.SHUTDOWN)
        ? Optional.empty()
        : share("error_rate", 100 * result.errorRate(), rules.errorRate());
  }

  /** Returns the reasons why absolute values are invalid: other processes used the machine, too. */
  List<Obstacle> foreign(CaseResult result) {
    List<Obstacle> problems = new ArrayList<>();
    if (rules.foreignCpu() != null && result.generator() != null) {
      Double found = result.generator().foreignCpu();
      if (found == null) {
        problems.add(Obstacle.of(Kind.OTHERS_UNKNOWN));
      } else if (!(found >= 0) || !rules.foreignCpu().isMetBy(100 * found)) {
        problems.add(Obstacle.of(Kind.BUSY_MACHINE, 100 * found, rules.foreignCpu()));
      }
    }
    return problems;
  }

  private static void counts(CaseResult result, List<Obstacle> problems) {
    if (result.requests() < 0
        || result.messages() < 0
        || result.bytes() < 0
        || result.warmUpMs() < 0
        || result.errors().values().stream().anyMatch(count -> count < 0)) {
      problems.add(Obstacle.of(Kind.NEGATIVE_COUNT));
    }
    if (result.requests() > 0 && result.messages() == 0) {
      problems.add(Obstacle.of(Kind.NO_MESSAGE, result.requests()));
    }
  }

  private boolean times(CaseResult result, List<Obstacle> problems) {
    if (result.start() == null || result.end() == null) {
      problems.add(Obstacle.of(Kind.NO_TIMES));
      return false;
    }
    if (!result.start().isBefore(result.end())) {
      problems.add(Obstacle.of(Kind.ENDS_BEFORE_START, result.end()));
      return false;
    }
    if (result.start().isBefore(run.started().minus(ROUNDING_OF_TIMES))
        || result.end().isAfter(run.ended().plus(ROUNDING_OF_TIMES))) {
      problems.add(Obstacle.of(Kind.OUTSIDE_OF_RUN, result.start(), result.end()));
    }
    return true;
  }

  private static void distribution(
      String name, TimeDistribution times, CaseResult result, List<Obstacle> problems) {
    if (times == null) {
      problems.add(Obstacle.of(Kind.NO_DISTRIBUTION, name));
    } else if (times.count() != result.requests()) {
      problems.add(Obstacle.of(Kind.OTHER_COUNT, name, times.count(), result.requests()));
    }
  }

  /** Adds a problem for times that another load tool did not measure. */
  private static void unknownTimes(CaseResult result, Metric metric, List<Obstacle> problems) {
    Origin origin = result.origin();
    if (metric.responseTime() && result.responseTime() == null) {
      problems.add(Obstacle.of(Kind.NO_INTENDED_TIMES, origin.tool()));
    }
    if (!metric.responseTime() && result.serviceTime() == null) {
      problems.add(Obstacle.of(Kind.NO_SEND_TIMES, origin.tool()));
    }
    if (metric.percentile().isEmpty() && origin.percentilesOnly()) {
      problems.add(Obstacle.of(Kind.NO_MEAN, origin.tool()));
    }
  }

  private void generator(CaseResult result, List<Obstacle> problems) {
    Generator generator = result.generator();
    if (generator == null) {
      problems.add(Obstacle.of(Kind.NO_GENERATOR));
      return;
    }
    if (generator.cpu() != null) {
      share("generator_cpu", 100 * generator.cpu(), rules.generatorCpu()).ifPresent(problems::add);
    } else if (result.origin() == null || !rules.unwatchedGenerator()) {
      problems.add(Obstacle.of(Kind.GENERATOR_UNWATCHED));
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
  private static Optional<Obstacle> share(String rule, double percent, Condition condition) {
    return percent >= 0 && condition.isMetBy(percent)
        ? Optional.empty()
        : Optional.of(Obstacle.of(Kind.SHARE, rule, percent, condition));
  }

  /**
   * Returns the line with the reason why a case can't be judged; empty if it can.
   *
   * @param whole the case that counts as 100 % of an efficiency; null if it was not measured
   */
  Optional<JudgedLine> reason(
      LineBuilder lines, Threshold threshold, CaseResult result, CaseResult whole) {
    long samples = threshold.metric().source().samples(result);
    List<Obstacle> problems = problems(threshold, result, whole);
    if (!problems.isEmpty()) {
      return Optional.of(lines.without(Finding.NOT_MEASURED, samples, problems));
    }
    Optional<Obstacle> failures = failures(result, threshold.metric());
    if (failures.isPresent()) {
      return failures.map(share -> lines.without(Finding.REQUESTS_FAILED, samples, share));
    }
    return tooFew(threshold, result).map(few -> lines.without(Finding.NOT_MEASURED, samples, few));
  }

  private static Optional<Obstacle> tooFew(Threshold threshold, CaseResult result) {
    long samples = threshold.metric().source().samples(result);
    return samples >= threshold.minSamples()
        ? Optional.empty()
        : Optional.of(Obstacle.of(Kind.TOO_FEW_REQUESTS, samples, threshold.minSamples()));
  }

  /** Describes a cost that is not known, with the reason. */
  static Obstacle unknownCost(Metric metric, CaseResult result) {
    return Obstacle.of(
        Kind.NO_COST,
        metric.id(),
        result.server() == null ? "not measured" : result.server().source());
  }

  private List<Obstacle> problems(Threshold threshold, CaseResult result, CaseResult whole) {
    Metric metric = threshold.metric();
    List<Obstacle> problems = new ArrayList<>(problems(result, metric));
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
      problems.add(Obstacle.of(Kind.NO_GROUP, metric.id()));
    }
    if (metric.figure()
        ? !result.figures().containsKey(metric.id())
        : result.origin() != null && result.benchmark()) {
      problems.add(
          Obstacle.of(Kind.NO_FIGURE, metric.id(), new TreeSet<>(result.figures().keySet())));
    }
    if (metric.isFrom(MetricSource.TWO_TARGETS)) {
      if (whole == null) {
        problems.add(Obstacle.of(Kind.NO_OTHER_TARGET, threshold.of()));
      } else {
        Stream.of(
                problems(whole, metric).stream(),
                foreign(whole).stream(),
                failures(whole, metric).stream(),
                tooFew(threshold, whole).stream())
            .flatMap(Function.identity())
            .map(problem -> Obstacle.of(Kind.OF_OTHER_TARGET, threshold.of(), problem))
            .forEach(problems::add);
      }
    }
    return problems;
  }
}
