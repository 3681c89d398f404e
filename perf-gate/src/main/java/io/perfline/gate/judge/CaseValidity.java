package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Origin;
import io.perfline.core.run.Run;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.thresholds.Condition;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.ValidRun;
import io.perfline.gate.verdict.FigureFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds reasons why the result of a case is not valid. */
final class CaseValidity {

  /** The largest relative difference between the reported throughput and messages ÷ time. */
  private static final double ROUNDING = 0.01;

  /** The seconds that a case needs to show that it was still warming up. */
  private static final double STEADY_SECONDS = 8;

  private static final Duration ROUNDING_OF_TIMES = Duration.ofSeconds(1);

  private final ValidRun rules;
  private final Run run;

  CaseValidity(ValidRun rules, Run run) {
    this.rules = rules;
    this.run = run;
  }

  /** Returns the problems of a case for a metric; empty if there is none. */
  List<String> problems(CaseResult result, Metric metric) {
    List<String> problems = new ArrayList<>(result.problems());
    if (!problems.isEmpty() && result.requests() == 0 && result.errorCount() == 0) {
      return problems; // whatever else is wrong with it comes of these
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
    if (result.origin() != null && metric.time() && !result.benchmark()) {
      unknownTimes(result, metric, problems);
    }
    generator(result, problems);
    if (Boolean.FALSE.equals(result.steady())
        && result.loadedSeconds() >= STEADY_SECONDS
        && !metric.countsErrors()
        && !metric.drain()) {
      problems.add(
          "it was still warming up while it was measured, after a warm-up of %.1f s: lengthen"
                  .formatted(result.warmUpMs() / 1e3)
              + " 'warm_up' or 'duration' of the profile");
    }
    return problems;
  }

  /** Describes the failed requests if there are too many to judge the metric. */
  Optional<String> failures(CaseResult result, Metric metric) {
    return metric.countsErrors() || metric.drain()
        ? Optional.empty()
        : share("error_rate", 100 * result.errorRate(), rules.errorRate());
  }

  /**
   * Returns reasons why absolute values of the case are not valid: other processes used the machine
   * too.
   */
  List<String> foreign(CaseResult result) {
    List<String> problems = new ArrayList<>();
    if (rules.foreignCpu() != null && result.generator() != null) {
      Double found = result.generator().foreignCpu();
      if (found == null) {
        problems.add("the run doesn't say what share of the machine other processes used");
      } else if (!(found >= 0) || !rules.foreignCpu().holds(100 * found)) {
        problems.add(
            "other processes used %s of the machine, a valid run has foreign_cpu %s"
                .formatted(FigureFormat.tell(100 * found, "%"), rules.foreignCpu().text()));
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
      problems.add("it doesn't say when it was measured");
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
    double said = result.throughputPerS();
    double counted = result.messages() / result.loadedSeconds();
    if (!Double.isFinite(counted)
        || !(Math.abs(said - counted) <= ROUNDING * Math.max(counted, 1))) {
      problems.add(
          "it reports %s, but its counts are %s"
              .formatted(FigureFormat.tell(said, "msg/s"), FigureFormat.tell(counted, "msg/s")));
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

  /** Adds what another load tool did not measure. */
  private static void unknownTimes(CaseResult result, Metric metric, List<String> problems) {
    Origin origin = result.origin();
    if (metric.responseTime() && result.responseTime() == null) {
      problems.add(
          "%s knows no intended send time: response_time was not measured, service_time was"
              .formatted(origin.tool()));
    }
    if (!metric.responseTime() && result.serviceTime() == null) {
      problems.add(
          "%s knows no actual send time: service_time was not measured, response_time was"
              .formatted(origin.tool()));
    }
    if (metric.percentile().isEmpty() && origin.percentilesOnly()) {
      problems.add("%s left percentiles only, and no mean".formatted(origin.tool()));
    }
  }

  private void generator(CaseResult result, List<String> problems) {
    Generator generator = result.generator();
    if (generator == null) {
      problems.add("it doesn't say how the load generator fared");
      return;
    }
    if (generator.cpu() != null) {
      share("generator_cpu", 100 * generator.cpu(), rules.generatorCpu()).ifPresent(problems::add);
    } else if (result.origin() == null || !rules.unwatchedGenerator()) {
      problems.add(
          "nobody looked at the load generator's CPU: have 'perf import --load COMMAND' start the"
              + " tool, or accept that with valid_run: {unwatched_generator: true}");
    }
    if (generator.intendedRatePerS() != null) {
      share(
              "achieved_rate",
              100 * generator.achievedRatePerS() / generator.intendedRatePerS(),
              rules.achievedRate())
          .ifPresent(problems::add);
    }
  }

  /** Describes a share that violates its rule. */
  private static Optional<String> share(String rule, double percent, Condition condition) {
    if (percent >= 0 && condition.holds(percent)) {
      return Optional.empty();
    }
    String found =
        Double.isFinite(percent) ? FigureFormat.tell(percent, "%") : Double.toString(percent);
    return Optional.of("%s is %s, a valid run has %s".formatted(rule, found, condition.text()));
  }
}
