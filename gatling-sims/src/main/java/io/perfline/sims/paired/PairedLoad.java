package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.profile.Profiling;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Dialect;
import io.perfline.sims.workload.Pace;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures cases paired, all in the same deployments: deploying and the first seconds of a JVM's
 * new code cost more than the load itself, so every way in is loaded before the places are swapped.
 *
 * @param drivers whose loads there are, by name
 * @param judgement says when a case has enough pairs
 * @param server of both applications
 * @param profiling says which cases are looked into when all are measured
 */
public record PairedLoad(
    Contexts contexts,
    Map<String, Driver> drivers,
    Judgement judgement,
    CostMeter server,
    Profiling profiling,
    Clock clock) {

  /**
   * Measures {@code plans}; what keeps it from it becomes the case's problem. Afterwards the
   * candidate alone is deployed.
   *
   * @param seed of the order of slices and of random arrivals
   */
  public List<Case> run(List<PairedCasePlan> plans, long seed) throws InterruptedException {
    List<ComparedCase> comparisons = new ArrayList<>();
    for (PairedCasePlan plan : plans) {
      Driver driver = drivers.get(plan.plan().settings().choice(Dialect.OF));
      comparisons.add(new ComparedCase(plan, driver, seed, clock));
    }
    try {
      record(comparisons, rounds(comparisons));
    } finally {
      restore(comparisons);
    }
    boolean whole = comparisons.stream().noneMatch(ComparedCase::broken);
    return comparisons.stream().map(one -> one.ended(server, whole)).toList();
  }

  /** In how many deployments {@code load} of a case is measured. */
  public static long deployments(CasePlan plan, Pace pace, Duration load) {
    long planned = plan.settings().count(PairedKeys.DEPLOYMENTS);
    long each = Math.max(1, pace.duration().toMillis() / planned);
    long extra = load.minus(pace.duration()).toMillis();
    return planned + 2 * ((extra + 2 * each - 1) / (2 * each));
  }

  /**
   * @return the number of the last deployment
   */
  private int rounds(List<ComparedCase> comparisons) throws InterruptedException {
    int before = comparisons.stream().mapToInt(ComparedCase::before).max().orElse(0);
    int round = 1;
    for (; goOn(comparisons, round); round++) {
      int number = round;
      List<ComparedCase> open = comparisons.stream().filter(one -> one.goesOn(number)).toList();
      try {
        Contexts.Roles roles = contexts.deploy(before + round);
        for (ComparedCase comparison : open) {
          comparison.warmUp(roles, server); // all of them: a JVM compiles for long behind a load
        }
        for (ComparedCase comparison : open) {
          comparison.measure(round, before + round, roles, server);
          comparison.ask(round, judgement, server);
        }
      } catch (Fault e) {
        open.forEach(one -> one.problem(e.getMessage()));
      }
    }
    return before + round - 1;
  }

  /** Looks into both builds, in either place, behind all that is judged. */
  private void record(List<ComparedCase> comparisons, int last) throws InterruptedException {
    List<ComparedCase> open =
        comparisons.stream().filter(one -> one.isRecorded(profiling)).toList();
    for (int number = last + 1; !open.isEmpty() && number <= last + 2; number++) {
      Contexts.Roles roles;
      try {
        roles = contexts.deploy(number);
      } catch (Fault e) {
        for (ComparedCase comparison : open) {
          comparison.notRecorded(e, number, profiling);
        }
        return;
      }
      for (ComparedCase comparison : open) {
        comparison.record(number, roles, server, profiling);
      }
    }
  }

  /** Not behind a limit that is broken: what further load would tell changes nothing. */
  private static boolean goOn(List<ComparedCase> comparisons, int round) {
    return comparisons.stream().noneMatch(ComparedCase::broken)
        && comparisons.stream().anyMatch(one -> one.goesOn(round));
  }

  private void restore(List<ComparedCase> comparisons) throws InterruptedException {
    try {
      contexts.restore();
    } catch (Fault e) {
      comparisons.forEach(
          one -> one.problem("the candidate was not left alone: " + e.getMessage()));
    }
  }
}
