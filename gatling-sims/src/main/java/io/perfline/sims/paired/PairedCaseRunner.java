package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.ComparisonTime;
import io.perfline.core.run.LostServer;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.WarmUpRequests;
import io.perfline.core.run.WarmUps;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.workload.CasePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one paired case, deployment by deployment. Each planned deployment gets an equal part of
 * the planned load. If the case is undecided afterwards, further deployments follow in twos, as
 * long as the plan's limit and the budget allow.
 */
final class PairedCaseRunner {

  /** The fewest pairs of a recorded deployment in which a method is sampled often enough. */
  private static final int MIN_RECORDED_PAIRS = 34;

  /** The latest pairs, in which requests may have failed before a lost server was noticed. */
  private static final int LOST_PAIRS = 3;

  /** The largest number of pairs in a deployment, as a multiple of the planned number. */
  private static final int MAX_LONGER = 4;

  /** The time that a server takes to refuse connections, after the requests that need it fail. */
  private static final Duration UNTIL_LOST = Duration.ofSeconds(2);

  private final PairedCasePlan plan;
  private final PairedLoader loader;
  private final PairedDeployment contexts;
  private final Clock clock;
  private final Duration slice;
  private final int deployments;
  private final SplittableRandom random;
  private final Map<String, String> parameters;
  private final PairTally tally = new PairTally();
  private final StatementTally statements;
  private final List<String> problems = new ArrayList<>();
  private final List<WarmUps.OfDeployment> warmUps = new ArrayList<>();
  private Duration warmedUp = Duration.ZERO; // In the current deployment.
  private Instant start;
  private Instant end;
  private boolean decided;
  private List<String> undecided = List.of();
  private boolean exceedsLimit;
  private boolean isSlower;
  private int planned; // The planned pairs of the deployments so far.
  private int rounds; // The deployments so far.
  private int lastPairs; // The planned pairs of the last deployment.
  private int bestPairs; // Those of the next deployments; 0 while that is unknown.
  private Duration length = Duration.ZERO; // The time of the case in the last deployment.
  private Duration loaded = Duration.ZERO;
  private ServerEnd serverEnd;
  private LostServer lostServer;
  private WarmUpRequests warmUpRequests = new WarmUpRequests(0, 0);

  PairedCaseRunner(
      PairedCasePlan plan, PairedLoader loader, PairedDeployment contexts, long seed, Clock clock) {
    this.plan = plan;
    this.loader = loader;
    this.contexts = contexts;
    this.clock = clock;
    statements = new StatementTally(contexts, loader);
    CaseSettings settings = plan.plan().settings();
    slice = settings.duration(PairedKeys.SLICE);
    deployments = settings.number(PairedKeys.DEPLOYMENTS);
    random = new SplittableRandom(seed);
    parameters = settings.with(PairedSum.SEED, seed).asText();
    start = clock.instant();
    end = start;
  }

  /** Returns the number of deployments that an earlier run measured. */
  int before() {
    return plan.before();
  }

  /**
   * Returns whether the case has load for a deployment.
   *
   * @param round from 1
   */
  boolean hasLoad(int round) {
    return problems.isEmpty() && lostServer == null && !decided && pairs(round) > 0;
  }

  /**
   * Returns the number of pairs of a deployment: the planned number, until the scatter of pairs and
   * deployments is known. Two deployments, in which the builds swap their places, are equally long.
   *
   * @param round from 1
   */
  int pairs(int round) {
    int each = plannedPairs();
    if (round <= deployments) {
      return each;
    }
    boolean swapping = rounds > deployments && (rounds - deployments) % 2 == 1;
    if (swapping && round == rounds + 1) {
      return lastPairs;
    }
    int next = bestPairs == 0 ? each : bestPairs;
    int from = Math.max(deployments, swapping ? rounds + 1 : rounds);
    int before =
        (rounds < deployments ? each * deployments : planned + (swapping ? lastPairs : 0))
            + 2 * next * ((round - from - 1) / 2);
    return Math.max(0, Math.min(next, (pairsEach(plan.pace().atMost(), slice, 1) - before) / 2));
  }

  private int plannedPairs() {
    return pairsEach(plan.pace().duration(), slice, deployments);
  }

  /**
   * Returns the number of pairs per deployment with which the change is known best after a given
   * time. With a variance s² of pairs, a variance d² of deployments, and a deployment that costs as
   * much time as r pairs before its first one, n = √(r · s² ÷ d²) pairs minimize the variance of
   * the mean (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, 6.2).
   */
  private int bestPairs(double scatterOfPairs) {
    double others = length.toNanos() / (2.0 * slice.toNanos()) - lastPairs;
    if (!(scatterOfPairs > 0) || !(others > 0)) {
      return 0;
    }
    int each = plannedPairs();
    long best = Math.round(Math.sqrt(others * scatterOfPairs));
    return (int) Math.max((each + 1) / 2, Math.min(MAX_LONGER * each, best));
  }

  int deployments() {
    return deployments;
  }

  /** Returns the planned time of the case. */
  ComparisonTime time() {
    return ComparisonTime.of(plan.pace(), deployments);
  }

  /** Returns the duration of {@link #warmUp} if several generators share the load. */
  Duration warmUpLength() {
    return CommonClock.length(2 * ClockedPairs.pairs(loader.warmUp().dividedBy(2), slice), slice);
  }

  /** Returns the duration of {@link #measure} if several generators share the load. */
  Duration measureLength() {
    return warmUpLength().plus(CommonClock.length(2 * pairs(1), slice));
  }

  /** Returns the maximum number of pairs of a case in each of its profiles. */
  static CatalogueEntry.Pairs maxPairs(CasePlan plan) {
    CaseSettings settings = plan.settings();
    Duration slice = settings.duration(PairedKeys.SLICE);
    int deployments = settings.number(PairedKeys.DEPLOYMENTS);
    Map<String, Integer> max = new HashMap<>();
    Map<String, ComparisonTime> times = new HashMap<>();
    plan.paces()
        .forEach(
            (profile, pace) -> {
              times.put(profile, ComparisonTime.of(pace, deployments));
              int planned = deployments * pairsEach(pace.duration(), slice, deployments);
              int further = pairsEach(pace.atMost(), slice, 1) - planned;
              max.put(profile, planned + 2 * Math.max(0, further / 2));
            });
    return new CatalogueEntry.Pairs(2 * slice.toMillis(), max, times);
  }

  /** Returns the number of pairs per deployment, at least 1. */
  private static int pairsEach(Duration all, Duration slice, int deployments) {
    return (int) Math.max(1, all.toMillis() / (2 * slice.toMillis()) / deployments);
  }

  /**
   * Loads both builds until they are warm, before any case is measured, but at least for the first
   * half of the shortest warm-up.
   */
  void warmUp(PairedDeployment.Endpoints endpoints, PairMeter meter, DeployedMemory memory)
      throws InterruptedException {
    warmedUp = Duration.ZERO;
    Duration half = loader.warmUp().dividedBy(2);
    load(
        endpoints,
        meter,
        run -> {
          contexts.reset();
          warmUp(run, half, longestWarmUp().minus(half), meter, memory);
        });
  }

  private Duration longestWarmUp() {
    return loader.warmUpWindows() == 0 ? loader.warmUp() : plan.pace().warmUpMost();
  }

  /** Loads both builds, for the second half of the shortest warm-up and until they are warm. */
  private void warmUpAgain(
      PairedLoader.PairSource run, int deployment, PairMeter meter, DeployedMemory memory)
      throws InterruptedException {
    Duration before = warmedUp;
    Duration most = longestWarmUp().minus(before);
    Duration half = loader.warmUp().dividedBy(2);
    WarmUpCheck check = warmUp(run, half, most.compareTo(half) < 0 ? half : most, meter, memory);
    if (loader.warmUpWindows() > 0) {
      warmUps.add(check.result(deployment, before));
    }
  }

  private WarmUpCheck warmUp(
      PairedLoader.PairSource run,
      Duration min,
      Duration max,
      PairMeter meter,
      DeployedMemory memory)
      throws InterruptedException {
    int windows = loader.warmUpWindows();
    WarmUpCheck check =
        new WarmUpCheck(min, max, windows, meter.compilerUs(true), meter.compilerUs(false));
    if (windows == 0 || min.equals(max)) {
      check.add(min, warmUp(run, min, memory), null, null);
    }
    while (windows > 0 && !check.isOver()) {
      Instant from = clock.instant();
      List<SlicePair> pairs = warmUp(run, slice.multipliedBy(2), memory);
      Duration time = Duration.between(from, clock.instant());
      check.add(time, pairs, meter.compilerUs(true), meter.compilerUs(false));
    }
    warmedUp = warmedUp.plus(check.elapsed());
    return check;
  }

  /** Loads both builds without measuring them, and returns their pairs. */
  private List<SlicePair> warmUp(PairedLoader.PairSource run, Duration time, DeployedMemory memory)
      throws InterruptedException {
    PairTally handled = new PairTally();
    run.warmUp(time, handled);
    memory.handled(handled, 0);
    for (SlicePair pair : handled.pairs()) {
      Slice sent = pair.candidate();
      warmUpRequests = warmUpRequests.plus(new WarmUpRequests(sent.requests(), sent.errorCount()));
    }
    return handled.pairs();
  }

  /** Measures the case in one deployment, after the second half of its warm-up. */
  void measure(
      int round,
      int deployment,
      PairedDeployment.Endpoints endpoints,
      PairMeter meter,
      DeployedMemory memory)
      throws InterruptedException {
    if (tally.pairs().isEmpty()) {
      start = clock.instant();
    }
    load(
        endpoints,
        meter,
        run -> {
          lastPairs = pairs(round);
          planned += lastPairs;
          rounds = round;
          Instant from = clock.instant();
          contexts.reset();
          warmUpAgain(run, deployment, meter, memory);
          contexts.reset();
          statements.begin();
          if (memory.isRead()) {
            measureWithMemory(run, lastPairs, deployment, memory);
          } else {
            run.measure(lastPairs, deployment, tally);
          }
          statements.end();
          length = warmedUp.plus(Duration.between(from, clock.instant()));
        });
    end = clock.instant();
    memory.taken(deployment).ifPresent(read -> tally.add(read, memory));
  }

  /**
   * Reads the memory after the warm-up, halfway and at the end. Some load, which is not counted,
   * follows the first and the second reading.
   */
  private void measureWithMemory(
      PairedLoader.PairSource run, int pairs, int deployment, DeployedMemory memory)
      throws InterruptedException {
    Duration settling = slice.multipliedBy(2);
    memory.read();
    warmUp(run, settling, memory);
    int half = pairs / 2;
    if (half > 0) {
      measure(run, half, deployment, memory);
      memory.read();
      warmUp(run, settling, memory);
    }
    measure(run, pairs - half, deployment, memory);
    memory.read();
  }

  private void measure(
      PairedLoader.PairSource run, int pairs, int deployment, DeployedMemory memory)
      throws InterruptedException {
    int from = tally.pairs().size();
    run.measure(pairs, deployment, tally);
    memory.handled(tally, from);
  }

  /** Loads both builds. An error before the load becomes a problem of the case. */
  private void load(
      PairedDeployment.Endpoints endpoints, PairMeter meter, PairedLoader.LoadUser user)
      throws InterruptedException {
    if (!problems.isEmpty() || lostServer != null) {
      return;
    }
    Optional<ServerEnd> before = contexts.endedServer();
    if (before.isPresent()) {
      problems.add(
          "not measured: the %s's server had ended under the load of another case"
              .formatted(before.get().build()));
      return;
    }
    try {
      open(endpoints, meter, user);
      if (hasFailedWholly()) {
        LockSupport.parkNanos(UNTIL_LOST.toNanos());
        awaitNoLoss();
      }
    } catch (Lost e) {
      tally.removeLatest(LOST_PAIRS);
      lostServer = new LostServer(e.getMessage());
    } catch (DriverException | Fault e) {
      problems.add(e.getMessage());
    }
    contexts.endedServer().ifPresent(this::serverEnded);
  }

  /** Returns whether neither build answered a request of the latest pair. */
  private boolean hasFailedWholly() {
    if (tally.pairs().isEmpty()) {
      return false;
    }
    SlicePair latest = tally.pairs().get(tally.pairs().size() - 1);
    return latest.candidate().requests() == 0 && latest.baseline().requests() == 0;
  }

  /** The loss of a server that both builds need. */
  private static final class Lost extends Fault {

    private static final long serialVersionUID = 1;

    Lost(String reason) {
      super(NO_VERDICT, reason, null);
    }
  }

  /** Notes the end of a server, which is the result of the case. */
  void serverEnded(ServerEnd end) {
    serverEnd = end.after(loaded.toMillis() / 1e3);
    problems.clear(); // The end of the server is the cause of the other problems.
    problems.add(serverEnd.text());
    exceedsLimit = serverEnd.isRegression();
  }

  private void open(
      PairedDeployment.Endpoints endpoints, PairMeter meter, PairedLoader.LoadUser user)
      throws InterruptedException {
    Duration before = loaded;
    Progress progress =
        (elapsed, rate, errors) -> {
          loaded = before.plus(elapsed);
          plan.progress().tick(loaded, rate, errors);
          if (contexts.endedServer().isPresent()) {
            throw new DriverException("stopped, because a server has ended");
          }
          if (errors > 0) {
            awaitNoLoss();
          }
        };
    loader.open(endpoints, meter, random, progress, user);
  }

  /** Ends the case if requests fail because both builds have lost a server. */
  private void awaitNoLoss() {
    try {
      Optional<String> lost = contexts.lostServer();
      if (lost.isPresent()) {
        throw new Lost("after %.0f s of load, %s".formatted(loaded.toMillis() / 1e3, lost.get()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isRecorded(Profiling profiling) {
    return problems.isEmpty() && profiling.wants(plan.plan().name(), isSlower);
  }

  /**
   * Records both builds under half of the load of a round of two deployments. If profiling was
   * asked for, the load is at least long enough for a result.
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
                  boolean askedFor = profiling.isAskedFor();
                  run.warmUp(recordedWarmUp(askedFor ? MIN_RECORDED_PAIRS : 1), new PairTally());
                  run.record(recordedPairs(askedFor), deployment, capture);
                }));
  }

  /** Returns the planned duration of {@link #record}. */
  Duration recordedLength(boolean askedFor) {
    int pairs = recordedPairs(askedFor);
    return recordedWarmUp(askedFor ? MIN_RECORDED_PAIRS : 1).plus(slice.multipliedBy(2L * pairs));
  }

  private int recordedPairs(boolean askedFor) {
    return Math.max(askedFor ? MIN_RECORDED_PAIRS : 1, pairsEach(plan.pace().duration(), slice, 1));
  }

  /**
   * Returns the warm-up of a recording: starting it makes the JVM compile again. It lasts at least
   * half a slice per pair.
   */
  private Duration recordedWarmUp(int pairs) {
    Duration shortest = slice.multipliedBy(pairs).dividedBy(2);
    return shortest.compareTo(loader.warmUp()) > 0 ? shortest : loader.warmUp();
  }

  /** Adds the failure of the deployment that was to be recorded to the profiling results. */
  void notRecorded(Fault why, int deployment, Profiling profiling) throws InterruptedException {
    profiling.record(
        plan.plan().name(),
        deployment,
        capture -> {
          throw why;
        });
  }

  /** Asks the stopping rule, once each build has had both contexts equally often. */
  void ask(int round, io.perfline.core.run.StoppingRule stoppingRule, PairMeter meter) {
    boolean balanced = round >= deployments && (round - deployments) % 2 == 0;
    if (balanced && problems.isEmpty()) {
      CaseResult soFar = soFar(meter);
      decided = stoppingRule.decided(soFar);
      undecided = decided ? List.of() : stoppingRule.undecided(soFar);
      exceedsLimit = stoppingRule.exceedsLimit(soFar);
      isSlower = stoppingRule.isSlower(soFar);
      bestPairs = decided ? 0 : bestPairs(stoppingRule.scatterOfPairs(soFar));
    }
  }

  /** Returns whether limits are known to be undecided. */
  boolean isUndecided() {
    return !undecided.isEmpty();
  }

  String name() {
    return plan.plan().name();
  }

  /** Returns the case's name, followed by the metrics that are known to be undecided. */
  String undecided() {
    String metrics = String.join(", ", undecided);
    return name() + (metrics.isEmpty() ? "" : " (" + metrics + ")");
  }

  /** Returns the planned duration of a round, warm-up included. */
  Duration length(int round) {
    return loader.warmUp().plus(slice.multipliedBy(2L * pairs(round)));
  }

  /** Returns whether the case exceeds a limit, as far as the stopping rule was asked. */
  boolean exceedsLimit() {
    return exceedsLimit;
  }

  void problem(String message) {
    problems.add(message);
  }

  /**
   * Returns the result of the case. Missing pairs without a decision make it invalid, because a
   * service that hangs must not end as undecided.
   *
   * @param whole whether the load was to continue until this case was decided; false if another
   *     case ended it
   */
  CaseResult ended(PairMeter meter, boolean whole) {
    if (whole
        && !decided
        && problems.isEmpty()
        && lostServer == null
        && tally.pairs().size() < planned) {
      problems.add(
          ("only %d of %d pairs were measured, which decide nothing: slices of %d ms took several"
                  + " times as long, so requests hang; see the longest service time")
              .formatted(tally.pairs().size(), planned, slice.toMillis()));
    }
    return soFar(meter);
  }

  CaseResult soFar(PairMeter meter) {
    Duration longest = Duration.ofMillis(Math.round(1000 * new WarmUps(warmUps).longest()));
    Duration planned = plan.pace().warmUp();
    Duration warmUp = longest.compareTo(planned) > 0 ? longest : planned;
    CaseResult begun =
        CaseResult.of(plan.plan().name(), plan.plan().target().toString())
            .withParameters(parameters)
            .with(plan.earlier())
            .withPeriod(start, end, warmUp.toMillis())
            .with(warmUps.isEmpty() ? null : new WarmUps(warmUps))
            .with(warmUpRequests)
            .with(loader.sent())
            .with(statements.result())
            .with(lostServer);
    CaseResult result = tally.result(begun, loader.rate(tally), problems, meter.source());
    boolean explained =
        serverEnd != null || lostServer != null || (!problems.isEmpty() && tally.pairs().isEmpty());
    return explained ? result.with(serverEnd).withProblems(problems) : result;
  }
}
