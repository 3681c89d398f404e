package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.HttpSession;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.Pace;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Measures a case paired, over some deployments. */
public final class PairedLoad {

  private final Contexts contexts;
  private final Clock clock;

  public PairedLoad(Contexts contexts, Clock clock) {
    this.contexts = contexts;
    this.clock = clock;
  }

  /**
   * Measures {@code plan}; what keeps it from it becomes the case's problem. Afterwards the
   * candidate alone is deployed.
   *
   * @param pace its warm-up follows every deployment, for both sides together; its duration is the
   *     load that counts, of both sides and all deployments together
   * @param seed of the order of slices and of random arrivals
   * @param before how many deployments were measured before, of which these are the sequel
   */
  public Case run(CasePlan plan, Pace pace, long seed, int before, Progress progress)
      throws InterruptedException {
    CaseSettings settings = LoadKeys.complete(plan.settings());
    Load load = LoadKeys.load(settings, pace, seed, Shard.WHOLE);
    Duration slice = settings.duration(PairedKeys.SLICE);
    int deployments = settings.number(PairedKeys.DEPLOYMENTS);
    int pairs = pairsEach(pace.duration(), slice, deployments);
    PairedResult result = new PairedResult(plan, settings, load, pace, seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<String> problems = new ArrayList<>();
    PairTally tally = new PairTally();
    Instant start = clock.instant();
    try {
      for (int i = 1; i <= deployments; i++) {
        Contexts.Roles roles = contexts.deploy(before + i);
        deployment(settings, load, roles, slice, random, progress, pairs, before + i, tally);
      }
    } catch (DriverException | Fault e) {
      problems.add(e.getMessage());
    } finally {
      restore(problems);
    }
    return result.of(tally, start, clock.instant(), problems);
  }

  private void deployment(
      CaseSettings settings,
      Load load,
      Contexts.Roles roles,
      Duration slice,
      SplittableRandom random,
      Progress progress,
      int pairs,
      int number,
      PairTally tally)
      throws InterruptedException {
    try (HttpSession candidate = HttpDriver.session(roles.candidate(), "paired", settings);
        HttpSession baseline = HttpDriver.session(roles.baseline(), "paired", settings);
        Slices slices = new Slices(load, List.of(candidate::connect, baseline::connect))) {
      Pairs run = new Pairs(slices, slice, random, progress);
      run.warmUp(load.warmUp());
      run.measure(pairs, number, tally);
    }
  }

  /** How many pairs a deployment brings; at least one. */
  static int pairsEach(Duration all, Duration slice, int deployments) {
    return (int) Math.max(1, all.toMillis() / (2 * slice.toMillis()) / deployments);
  }

  private void restore(List<String> problems) throws InterruptedException {
    try {
      contexts.restore();
    } catch (Fault e) {
      problems.add("the candidate was not left alone: " + e.getMessage());
    }
  }
}
