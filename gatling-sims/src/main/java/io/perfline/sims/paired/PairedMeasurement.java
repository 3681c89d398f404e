package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.ComparisonTime;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.workload.CasePlan;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Measures comparisons. All cases share the same deployments: deploying, and the first seconds of a
 * JVM with new code, cost more than the load itself, so every case is loaded before the places are
 * swapped.
 *
 * @param programs the loads that are programs; empty for a load that a driver generates
 * @param judgement decides when a case has enough pairs
 * @param server reads the costs of both builds
 * @param profiling decides which cases are recorded after all are measured
 * @param common the timetable of the generators that share the load
 */
public record PairedMeasurement(
    PairedDeployment contexts,
    Function<CasePlan, Driver> drivers,
    Function<CasePlan, Optional<PairedLoader>> programs,
    io.perfline.core.run.StoppingRule judgement,
    PairMeter server,
    Profiling profiling,
    Clock clock,
    CommonClock common) {

  /**
   * Measures all plans, and leaves only the candidate deployed. What prevents a measurement becomes
   * the case's problem.
   *
   * @param seed the seed of the slices' order and of random arrivals
   * @param progress receives each deployment
   */
  public List<CaseResult> run(List<PairedCasePlan> plans, long seed, PairedProgress progress)
      throws InterruptedException {
    List<PairedCaseRunner> comparisons = new ArrayList<>();
    for (PairedCasePlan plan : plans) {
      comparisons.add(new PairedCaseRunner(plan, loader(plan, seed), contexts, seed, clock));
    }
    try {
      if (common.isShared()) {
        sharedRounds(comparisons, progress);
      } else {
        int before = comparisons.stream().mapToInt(PairedCaseRunner::before).max().orElse(0);
        RemainingDeployments remaining =
            new RemainingDeployments(comparisons, before, budget(comparisons), clock);
        int last = rounds(comparisons, remaining, before, progress);
        record(comparisons, remaining, last, progress);
      }
    } finally {
      restore(comparisons);
    }
    boolean whole = comparisons.stream().noneMatch(PairedCaseRunner::exceedsLimit);
    return comparisons.stream().map(runner -> runner.ended(server, whole)).toList();
  }

  private PairedLoader loader(PairedCasePlan plan, long seed) {
    return programs
        .apply(plan.plan())
        .orElseGet(() -> SlicedLoad.of(plan, drivers.apply(plan.plan()), seed, common));
  }

  /** Returns the catalogue entry of a paired case, with its maximum number of pairs. */
  public static CatalogueEntry planned(CasePlan plan) {
    CatalogueEntry entry = plan.planned().get(0);
    return new CatalogueEntry(entry.name(), entry.target(), entry.profiles(), PairCounts.max(plan));
  }

  /** Returns the planned time of a case. */
  public static ComparisonTime time(CasePlan plan, Durations durations) {
    return ComparisonTime.of(durations, (int) plan.settings().count(PairedKeys.DEPLOYMENTS));
  }

  /** Returns the number of deployments in which {@code load} of a case is measured. */
  public static long deployments(CasePlan plan, Durations durations, Duration load) {
    long planned = plan.settings().count(PairedKeys.DEPLOYMENTS);
    long each = Math.max(1, durations.duration().toMillis() / planned);
    long extra = load.minus(durations.duration()).toMillis();
    return planned + 2 * ((extra + 2 * each - 1) / (2 * each));
  }

  /**
   * @return the number of the last deployment
   */
  private int rounds(
      List<PairedCaseRunner> comparisons,
      RemainingDeployments remaining,
      int before,
      PairedProgress progress)
      throws InterruptedException {
    int round = 1;
    for (; continues(comparisons) && remaining.allows(round); round++) {
      int number = round;
      List<PairedCaseRunner> open =
          comparisons.stream().filter(one -> one.hasLoad(number)).toList();
      progress.begins(remaining.begin(round, Integer.MAX_VALUE));
      try {
        PairedDeployment.Endpoints endpoints = contexts.deploy(before + round);
        DeployedMemory memory = DeployedMemory.of(server);
        for (PairedCaseRunner comparison : open) {
          comparison.warmUp(
              endpoints, server,
              memory); // All warm-ups come first: a JVM compiles for long after a load.
        }
        contexts.checkLoaded();
        for (PairedCaseRunner comparison : open) {
          comparison.measure(round, before + round, endpoints, server, memory);
          comparison.ask(round, judgement, server);
        }
      } catch (PairedDeployment.NeverReady e) {
        open.forEach(one -> one.serverEnded(e.end()));
      } catch (Fault e) {
        open.forEach(one -> one.problem(e.getMessage()));
      }
      remaining.ended(round, open);
    }
    return before + round - 1;
  }

  /** Measures the planned deployments; no generator can judge before all are merged. */
  private void sharedRounds(List<PairedCaseRunner> comparisons, PairedProgress progress)
      throws InterruptedException {
    int last = comparisons.stream().mapToInt(PairedCaseRunner::deployments).max().orElse(0);
    Duration unlimited = Duration.ofDays(1);
    RemainingDeployments remaining = new RemainingDeployments(comparisons, 0, unlimited, clock);
    for (int round = 1; round <= last; round++) {
      PairedDeployment.Endpoints endpoints;
      progress.begins(remaining.begin(round, last));
      try {
        common.awaitDeployment();
        endpoints = contexts.deploy(round);
        common.deployed();
      } catch (PairedDeployment.NeverReady e) {
        comparisons.forEach(one -> one.serverEnded(e.end()));
        return;
      } catch (Fault e) {
        comparisons.forEach(one -> one.problem(e.getMessage()));
        return;
      }
      for (PairedCaseRunner comparison : comparisons) {
        common.begin(comparison.warmUpLength());
        comparison.warmUp(endpoints, server, DeployedMemory.NONE);
      }
      for (PairedCaseRunner comparison : comparisons) {
        common.begin(comparison.measureLength());
        comparison.measure(round, round, endpoints, server, DeployedMemory.NONE);
      }
    }
  }

  /** Records both builds, in both places, after everything that is judged. */
  private void record(
      List<PairedCaseRunner> comparisons,
      RemainingDeployments remaining,
      int last,
      PairedProgress progress)
      throws InterruptedException {
    List<PairedCaseRunner> open =
        comparisons.stream().filter(one -> one.isRecorded(profiling)).toList();
    for (int number = last + 1; !open.isEmpty() && number <= last + 2; number++) {
      progress.begins(remaining.recording(number, last + 2, open, profiling.isAskedFor()));
      PairedDeployment.Endpoints endpoints;
      try {
        endpoints = contexts.deploy(number);
      } catch (Fault e) {
        for (PairedCaseRunner comparison : open) {
          comparison.recording().failed(e, number, profiling);
        }
        return;
      }
      for (PairedCaseRunner comparison : open) {
        comparison.record(number, endpoints, server, profiling);
      }
    }
  }

  /**
   * Returns whether another round may follow. None follows an exceeded limit, because further load
   * would not change the verdict.
   */
  private static boolean continues(List<PairedCaseRunner> comparisons) {
    return comparisons.stream().noneMatch(PairedCaseRunner::exceedsLimit);
  }

  private static Duration budget(List<PairedCaseRunner> comparisons) {
    return ComparisonTime.budget(comparisons.stream().map(PairedCaseRunner::time).toList());
  }

  private void restore(List<PairedCaseRunner> comparisons) throws InterruptedException {
    try {
      contexts.restore();
    } catch (Fault e) {
      comparisons.forEach(
          runner -> runner.problem("the candidate could not be restored: " + e.getMessage()));
    }
  }
}
