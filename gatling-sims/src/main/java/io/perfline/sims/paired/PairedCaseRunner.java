package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.workload.LoadKeys;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One paired case while it is measured, deployment by deployment. A deployment brings an equal part
 * of the planned load; while the case is undecided then, further ones bring as much again, two by
 * two, up to its bound.
 */
final class PairedCaseRunner {

  /** A stretch of load with the connections to both builds open. */
  private interface Stretch {
    void over(Pairs run) throws InterruptedException;
  }

  /** Pairs of a deployment that is recorded, in which a method is seen often enough. */
  private static final int FEWEST_RECORDED = 34;

  private final PairedCasePlan plan;
  private final Driver driver;
  private final Clock clock;
  private final CaseSettings settings;
  private final Load load;
  private final Duration slice;
  private final int deployments;
  private final SplittableRandom random;
  private final Map<String, String> parameters;
  private final PairTally tally = new PairTally();
  private final List<String> problems = new ArrayList<>();
  private Instant start;
  private Instant end;
  private boolean decided;
  private boolean broken;
  private boolean slower;
  private int planned; // pairs, in the deployments so far
  private Duration loaded = Duration.ZERO;

  PairedCaseRunner(PairedCasePlan plan, Driver driver, long seed, Clock clock) {
    this.plan = plan;
    this.driver = driver;
    this.clock = clock;
    settings = LoadKeys.complete(plan.plan().settings());
    load = plan.plan().load().load(plan.pace(), seed, Shard.WHOLE);
    slice = settings.duration(PairedKeys.SLICE);
    deployments = settings.number(PairedKeys.DEPLOYMENTS);
    random = new SplittableRandom(seed);
    parameters = settings.with(PairedSum.SEED, seed).asText();
    start = clock.instant();
    end = start;
  }

  /** How many deployments were measured before, of which these are the sequel. */
  int before() {
    return plan.before();
  }

  /** Whether it has load for the {@code round}th deployment, from 1. */
  boolean goesOn(int round) {
    return problems.isEmpty() && !decided && pairs(round) > 0;
  }

  /** How many pairs the {@code round}th deployment brings. */
  int pairs(int round) {
    int each = pairsEach(plan.pace().duration(), slice, deployments);
    if (round <= deployments) {
      return each;
    }
    int most = pairsEach(plan.pace().atMost(), slice, 1) - each * deployments;
    int couplesBefore = (round - deployments - 1) / 2;
    return Math.max(0, Math.min(each, (most - 2 * each * couplesBefore) / 2));
  }

  /** How many pairs a deployment brings; at least one. */
  private static int pairsEach(Duration all, Duration slice, int deployments) {
    return (int) Math.max(1, all.toMillis() / (2 * slice.toMillis()) / deployments);
  }

  /** Load that doesn't count, on both builds of a deployment, before any case's does. */
  void warmUp(PairedDeployment.Endpoints endpoints, PairMeter meter) throws InterruptedException {
    load(endpoints, meter, run -> run.warmUp(load.warmUp().dividedBy(2)));
  }

  /** Measures the part of one deployment, behind the other half of its warm-up. */
  void measure(int round, int deployment, PairedDeployment.Endpoints endpoints, PairMeter meter)
      throws InterruptedException {
    if (tally.pairs().isEmpty()) {
      start = clock.instant();
    }
    load(
        endpoints,
        meter,
        run -> {
          run.warmUp(load.warmUp().dividedBy(2));
          planned += pairs(round);
          run.measure(pairs(round), deployment, tally);
        });
    end = clock.instant();
  }

  /** What keeps it from its load becomes the case's problem. */
  private void load(PairedDeployment.Endpoints endpoints, PairMeter meter, Stretch stretch)
      throws InterruptedException {
    if (!problems.isEmpty()) {
      return;
    }
    try {
      open(endpoints, meter, stretch);
    } catch (DriverException | Fault e) {
      problems.add(e.getMessage());
    }
  }

  private void open(PairedDeployment.Endpoints endpoints, PairMeter meter, Stretch stretch)
      throws InterruptedException {
    Target target = plan.plan().target();
    try (Session candidate = driver.open(endpoints.candidate(), target, "paired", settings);
        Session baseline = driver.open(endpoints.baseline(), target, "paired", settings);
        Slices slices = new Slices(load, List.of(candidate, baseline))) {
      Duration before = loaded;
      Progress progress =
          (elapsed, rate, errors) -> {
            loaded = before.plus(elapsed);
            plan.progress().tick(loaded, rate, errors);
          };
      stretch.over(new Pairs(slices, Turns.of(settings, load, meter), random, progress, meter));
    }
  }

  /** Whether both builds are to be looked into. */
  boolean isRecorded(Profiling profiling) {
    return problems.isEmpty() && profiling.wants(plan.plan().name(), slower);
  }

  /**
   * Drives as much load again as a round of two deployments has, half of it here, recorded; where
   * that is asked for, never less than tells something.
   */
  void record(
      int deployment, PairedDeployment.Endpoints endpoints, PairMeter meter, Profiling profiling)
      throws InterruptedException {
    profiling.record(
        plan.plan().name(),
        deployment,
        capture ->
            open(
                endpoints,
                meter,
                run -> {
                  int fewest = profiling.isAskedFor() ? FEWEST_RECORDED : 1;
                  int pairs = pairsEach(plan.pace().duration(), slice, 1);
                  run.warmUp(recordedWarmUp(fewest));
                  run.record(Math.max(fewest, pairs), deployment, capture);
                }));
  }

  /** Recorded as well: it has the JVM compile anew. At least half a slice for each pair. */
  private Duration recordedWarmUp(int pairs) {
    Duration shortest = slice.multipliedBy(pairs).dividedBy(2);
    return shortest.compareTo(load.warmUp()) > 0 ? shortest : load.warmUp();
  }

  /** Notes that the deployment in which it was to be recorded failed. */
  void notRecorded(Fault why, int deployment, Profiling profiling) throws InterruptedException {
    profiling.record(
        plan.plan().name(),
        deployment,
        capture -> {
          throw why;
        });
  }

  /** Asks whether that is enough, once both builds had both places equally long. */
  void ask(int round, io.perfline.core.run.StoppingRule stoppingRule, PairMeter meter) {
    boolean balanced = round >= deployments && (round - deployments) % 2 == 0;
    if (balanced && problems.isEmpty()) {
      CaseResult soFar = soFar(meter);
      decided = stoppingRule.decided(soFar);
      broken = stoppingRule.broken(soFar);
      slower = stoppingRule.slower(soFar);
    }
  }

  /** Whether it is beyond a limit, as far as that was asked. */
  boolean broken() {
    return broken;
  }

  void problem(String message) {
    problems.add(message);
  }

  /**
   * The case as it ended. Pairs that were cut short and don't decide are no measurement: what hangs
   * must not end as undecided.
   *
   * @param whole whether it was to go on until it is decided; not when another ended it
   */
  CaseResult ended(PairMeter meter, boolean whole) {
    if (whole && !decided && problems.isEmpty() && tally.pairs().size() < planned) {
      problems.add(
          ("only %d of %d pairs were measured, which decide nothing: slices of %d ms took several"
                  + " times as long, so requests hang; see the longest service time")
              .formatted(tally.pairs().size(), planned, slice.toMillis()));
    }
    return soFar(meter);
  }

  CaseResult soFar(PairMeter meter) {
    CaseResult begun =
        CaseResult.of(plan.plan().name(), plan.plan().target().toString())
            .withParameters(parameters)
            .withPeriod(start, end, plan.pace().warmUp().toMillis());
    Double rate = load.open() ? load.ratePerSecond() : null;
    return tally.result(begun, rate, problems, meter.source());
  }
}
